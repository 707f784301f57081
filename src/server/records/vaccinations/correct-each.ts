import type {
  VaccinationBulkAnswer,
  VaccinationRowUpdate,
} from '#lib/contract/records/vaccinations.ts'
import { explainBroken } from '../../database/constraints.ts'
import { retried } from '../../database/failures.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { correctWithin } from './correct-vaccination.ts'

/**
 * Corrects records, each by its own fields: all or none. A next dose follows from another product, as
 * where one product is set for all.
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
      const next_doses: VaccinationBulkAnswer['next_doses'] = []
      for (const [place, { id, ...row }] of rows.entries()) {
        const correction = correctWithin(tx, call, id, { ...row, reason }, { nextDose: 'follows' })
        const { isChanged, nextDose } = await correction.catch((error: unknown) => {
          throw error instanceof Refusal ? refusalAt(place, error) : error
        })
        if (isChanged) changed += 1
        if (nextDose) next_doses.push({ id, ...nextDose })
      }
      return {
        changed,
        unchanged: rows.length - changed,
        refused: [],
        next_doses,
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
