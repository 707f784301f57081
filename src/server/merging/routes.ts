import type { Handlers } from '../http/implement.ts'
import { listDuplicateGroups } from './duplicate-groups.ts'
import { managedBy } from './may-merge.ts'
import { mergePeople, previewMerge } from './merge-people.ts'
import { pageOfMerges } from './merges.ts'
import { pageOfSeparated, sayNotTheSame, takeBackNotTheSame } from './not-the-same.ts'
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
    await sayNotTheSame(call, body.ids)
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
} satisfies Handlers
