import type { UserCreate } from '#lib/contract/users.ts'
import type { Likeness } from '#lib/merging/likeness.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { findAlike } from '../people/alike/find-alike.ts'
import { LISTED_COLUMNS, type PersonListRow } from '../people/people-list.ts'

const MOST_DUPLICATES = 20

export async function checkDuplicate(
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
