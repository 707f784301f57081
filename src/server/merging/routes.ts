import { likenessReasons } from '#lib/merging/likeness.ts'
import type { Handlers } from '../http/implement.ts'
import { presentUserRow } from '../people/present.ts'
import { checkDuplicate } from './check-duplicate.ts'
import { listDuplicateGroups } from './duplicate-groups.ts'
import { managedBy } from './may-merge.ts'
import { mergePeople, previewMerge } from './merge-people.ts'
import { pageOfMerges } from './merges.ts'
import { pageOfSeparated, recordNotTheSame, takeBackNotTheSame } from './not-the-same.ts'
import { readSearch, startSearch } from './search.ts'
import { undoMerge } from './undo-merge.ts'

export const duplicateRoutes = {
  'GET admin/potential-duplicate-users/': async ({ query }, call) =>
    await listDuplicateGroups(call, query),
  'POST admin/potential-duplicate-users/': async ({ body }, call) => ({
    merges: await mergePeople(call, body),
  }),
  'POST admin/potential-duplicate-users/preview/': async ({ body }, call) =>
    await previewMerge(call, body),
  'POST admin/potential-duplicate-users/not-the-same/': async ({ body }, call) => {
    await recordNotTheSame(call, body.ids)
  },
  'GET admin/potential-duplicate-users/not-the-same/': async ({ query }, { services, viewer }) =>
    await pageOfSeparated(services.db, managedBy(viewer), query),
  'POST admin/potential-duplicate-users/not-the-same/undo/': async ({ body }, call) => {
    await takeBackNotTheSame(call, body.ids)
  },
  'GET admin/potential-duplicate-users/merges/': async ({ query }, { services, viewer }) =>
    await pageOfMerges(services.db, managedBy(viewer), query),
  'POST admin/potential-duplicate-users/{id}/undo/': async ({ params }, call) =>
    await undoMerge(call, params.id),
  'GET admin/potential-duplicate-users/search/': async (_request, { services }) =>
    await readSearch(services.db),
  'POST admin/potential-duplicate-users/search/': async (_request, call) => await startSearch(call),

  'POST admin/check-duplicate-user/': async ({ body }, call) => {
    const rows = await checkDuplicate(call, body)
    return {
      is_duplicate: rows.length > 0,
      duplicates: rows.map((row) => ({
        ...presentUserRow(row, call),
        score: row.score,
        reasons: row.reasons.map((reason) => likenessReasons[reason]),
      })),
    }
  },
} satisfies Handlers
