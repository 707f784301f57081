import type { UserCreate } from '#lib/contract/users.ts'
import { type Likeness, likenessReasons } from '#lib/merging/likeness.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { findAlike } from '../people/alike/find-alike.ts'
import { LISTED_COLUMNS, type PersonListRow, presentUserRow } from '../people/present.ts'
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

const MOST_DUPLICATES = 20

async function checkDuplicate(
  call: SignedInCall,
  entered: UserCreate,
): Promise<(PersonListRow & Likeness)[]> {
  return await call.services.db.transaction().execute(async (tx) => {
    const alike = await findAlike(tx, [{ ...entered, id: 0, landline: '', postcode: '' }])
    const found = alike.toSorted((a, b) => b.score - a.score).slice(0, MOST_DUPLICATES)
    const rows = await tx
      .selectFrom('person')
      .select(LISTED_COLUMNS)
      .where('id', 'in', [0, ...found.map(({ otherId }) => otherId)])
      .execute()
    await auditByViewer(tx, call, {
      action: 'person.listed',
      subjectType: 'person',
      subjectId: 0,
      patientId: null,
      change: { found: alike.length },
    })
    return found.flatMap(({ otherId, score, reasons }) => {
      const row = rows.find(({ id }) => id === otherId)
      return row ? [{ ...row, score, reasons }] : []
    })
  })
}
