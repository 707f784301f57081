import { heldFields } from '#lib/contract/read-only-fields.ts'
import type {
  VaccinationBulkAnswer,
  VaccinationRowUpdate,
} from '#lib/contract/records/vaccinations.ts'
import { explainBroken } from '../../database/constraints.ts'
import { retried } from '../../database/failures.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { correctWithin } from './correct-vaccination.ts'

/** Each row is as a record that is put back alone. */
const held = heldFields('PUT admin/vaccinationhistories/{id}/')

/**
 * Corrects records, each by its own fields: all or none.
 * @throws Refusal `invalid` at `rows.N`, counted from 0, with what `correctVaccination` says of it.
 */
export async function correctEach(
  call: SignedInCall,
  rows: readonly VaccinationRowUpdate[],
  reason: string,
): Promise<VaccinationBulkAnswer> {
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      let changed = 0
      for (const [place, { id, ...row }] of rows.entries()) {
        const sentBack = Object.fromEntries(
          Object.entries(row).filter(([field]) => held.includes(field)),
        )
        const correction = correctWithin(tx, { ...call, sentBack }, id, { ...row, reason })
        const isChanged = await correction.catch((error: unknown) => {
          throw error instanceof Refusal ? refusalAt(place, error) : error
        })
        if (isChanged) changed += 1
      }
      return {
        changed,
        unchanged: rows.length - changed,
        refused: [],
        next_doses: [],
        warnings: [],
      }
    }),
  ).catch(explainBroken)
}

function refusalAt(place: number, { status, fields, message }: Refusal): Refusal {
  const problems = status === 400 ? fields : { id: [message] }
  return invalid(
    Object.fromEntries(
      Object.entries(problems).map(([field, messages]) => [`rows.${place}.${field}`, messages]),
    ),
  )
}
