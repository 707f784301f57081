import { sql } from 'kysely'
import type { VaccinationBulkAnswer } from '#lib/contract/records/vaccinations.ts'
import { nextDoseOfProduct, vaccinationWarnings } from '#lib/vaccinations/vaccination-rules.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { doseOfStored } from './correct-vaccination.ts'
import { readFacts } from './read-facts.ts'

type Following = Pick<VaccinationBulkAnswer, 'next_doses' | 'warnings'>

/**
 * The next dose follows from the new product, unless somebody entered it, and warnings have to be
 * confirmed.
 */
export async function followingProduct(
  tx: Executor,
  call: SignedInCall,
  ids: readonly number[],
  productId: number | undefined,
): Promise<Following> {
  const following: Following = { next_doses: [], warnings: [] }
  if (productId === undefined) return following
  const rows = await tx
    .selectFrom('vaccination_history')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('vaccine_product_id', '<>', productId)
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const { id, booster_due_date: from } = row
    const dose = doseOfStored(row)
    const before = await readFacts(tx, call, dose)
    const after = await readFacts(tx, call, { ...dose, productId })
    const to = nextDoseOfProduct(before, after)
    if (to !== from) following.next_doses.push({ id, from, to })
    following.warnings.push(...vaccinationWarnings(after).map(({ text }) => ({ id, text })))
  }
  return following
}

export async function setNextDoses(
  tx: Executor,
  nextDoses: Following['next_doses'],
): Promise<void> {
  if (nextDoses.length === 0) return
  await sql`update vaccination_history set booster_due_date = next.due
    from unnest(${nextDoses.map(({ id }) => id)}::integer[],
      ${nextDoses.map(({ to }) => to)}::date[]) as next (id, due)
    where vaccination_history.id = next.id`.execute(tx)
}
