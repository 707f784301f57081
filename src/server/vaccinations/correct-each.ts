import { heldFields } from '#lib/contract/read-only-fields.ts'
import {
  CHOOSE_EACH_ONCE,
  type VaccinationBulkAnswer,
  type VaccinationRowUpdate,
} from '#lib/contract/records/vaccinations.ts'
import { addressesExpected, idInAddress } from '../admin/written-addresses.ts'
import { retried } from '../database/failures.ts'
import type { SignedInCall } from '../http/implement.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { correctWithin } from './correct-vaccination.ts'

const PATH = 'vaccinationhistories'
const held = heldFields('PUT admin/vaccinationhistories/{id}/')

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
  const ids = rows.map((row, place) => idOfRow(call, row, place))
  if (new Set(ids).size < ids.length) throw invalid({ rows: [CHOOSE_EACH_ONCE] })
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      let changed = 0
      const next_doses: VaccinationBulkAnswer['next_doses'] = []
      for (const [place, row] of rows.entries()) {
        const id = ids[place] as number
        const sentBack = Object.fromEntries(
          Object.entries(row).filter(([field]) => held.includes(field)),
        )
        const correction = correctWithin(
          tx,
          { ...call, sentBack },
          id,
          { ...row, reason },
          { nextDose: 'follows' },
        )
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

/** @throws Refusal `invalid` for an address of something else, and for a row that names no record. */
function idOfRow(call: SignedInCall, { id, url }: VaccinationRowUpdate, place: number): number {
  const refuse = (field: 'id' | 'url', message: string) =>
    invalid({ [`rows.${place}.${field}`]: [message] })
  if (url === undefined) {
    if (id === undefined) throw refuse('id', 'This field is required.')
    return id
  }
  const named = idInAddress(call, PATH, url)
  if (named === null) throw refuse('url', addressesExpected(call, PATH))
  if (id !== undefined && id !== named) {
    throw refuse('url', 'This is not the address of the record with this id.')
  }
  return named
}

function refusalAt(place: number, { status, fields, message }: Refusal): Refusal {
  const problems = status === 400 ? fields : { id: [message] }
  return invalid(
    Object.fromEntries(
      Object.entries(problems).map(([field, messages]) => [`rows.${place}.${field}`, messages]),
    ),
  )
}
