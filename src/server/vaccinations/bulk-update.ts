import { sql } from 'kysely'
import type {
  BulkField,
  VaccinationBulkAnswer,
  VaccinationBulkUpdate,
} from '#lib/contract/records/vaccinations.ts'
import { auditEach, toAuditActor } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { invalid } from '../refusals/refusal.ts'
import { followingProduct, setNextDoses } from './bulk-product.ts'

/**
 * Sets fields of many records, all or none. A preview, and an update with refused records, change
 * nothing.
 * @throws Refusal `invalid` for a product that is not there.
 */
export async function bulkUpdate(
  call: SignedInCall,
  { records, set, reason, preview, confirmed_warnings: confirmed }: VaccinationBulkUpdate,
): Promise<VaccinationBulkAnswer> {
  const work = async (tx: Executor): Promise<VaccinationBulkAnswer> => {
    await checkProduct(tx, set.vaccine_product_id)
    const validated = await validateRecords(tx, call, records, set)
    const refused = validated.flatMap(({ id, detail }) => (detail === null ? [] : [{ id, detail }]))
    const changing = validated.filter(({ detail, differs }) => detail === null && differs)
    const ids = changing.map(({ id }) => id)
    const { next_doses, warnings } = await followingProduct(tx, call, ids, set.vaccine_product_id)
    const answer = {
      changed: changing.length,
      unchanged: validated.length - refused.length - changing.length,
      refused,
      next_doses,
      warnings,
    }
    if (preview || refused.length > 0) return answer
    const seen = new Set(confirmed.map(({ id, text }) => `${id} ${text}`))
    const open = warnings.filter(({ id, text }) => !seen.has(`${id} ${text}`))
    if (open.length > 0) throw invalid({ confirmed_warnings: open.map(({ text }) => text) })
    await tx
      .updateTable('vaccination_history')
      .set({ ...set, changed_by: call.viewer.personId, change_reason: reason })
      .where('id', '=', sql<number>`any(${ids}::integer[])`)
      .execute()
    await setNextDoses(tx, next_doses)
    await auditEach(
      tx,
      call,
      {
        actor: toAuditActor(call.viewer),
        action: 'vaccination.corrected',
        subjectType: 'vaccination_history',
        change: { fields: Object.keys(set), together: ids.length },
      },
      changing,
    )
    return answer
  }
  return await retried(() => call.services.db.transaction().execute(work))
}

async function checkProduct(tx: Executor, id: number | undefined): Promise<void> {
  if (id === undefined) return
  await tx
    .selectFrom('vaccine_product')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow(() =>
      invalid({ 'set.vaccine_product_id': ['Choose a vaccine from the list.'] }),
    )
}

type ValidatedRecord = { id: number; patientId: number; detail: string | null; differs: boolean }

async function validateRecords(
  tx: Executor,
  { viewer }: SignedInCall,
  records: VaccinationBulkUpdate['records'],
  set: VaccinationBulkUpdate['set'],
): Promise<ValidatedRecord[]> {
  const ids = records.map(({ id }) => id)
  await sql`select from vaccination_history where id = any(${ids}::integer[])
    order by id for update`.execute(tx)
  const fields = Object.keys(set) as BulkField[]
  const differs = fields.map(
    (field) => sql`stored.${sql.ref(field)} is distinct from ${set[field]}`,
  )
  const isExpired = sql`stored.was_administered and stored.given_on > ${set.expiry_date ?? null}::date`
  const isOurs = sql`stored.was_administered and not stored.is_historical`
  // What stays as it was recorded is not judged again.
  const lacksBatch = sql`${isOurs} and stored.batch_number <> '' and ${set.batch_number ?? 'kept'} = ''`
  const lacksExpiry = sql`${isOurs} and stored.expiry_date is not null and ${set.expiry_date === null}`
  const only = onlyStaffIdFor(viewer)
  const isOthers = only === null ? sql`false` : sql`stored.staff_id is distinct from ${only}`
  const { rows } = await sql<ValidatedRecord>`
    select chosen.id, stored.patient_id as "patientId", (${sql.join(differs, sql` or `)}) as differs, case
        when stored.id is null then 'This record was not found.'
        when ${isOthers} then 'You can only change vaccinations that you gave yourself.'
        when stored.entered_in_error is not null then 'This record was entered in error.'
        when stored.version <> chosen.version then 'Someone has changed this record since.'
        when ${lacksBatch} then 'A vaccine given here needs a batch number.'
        when ${lacksExpiry} then 'A vaccine given here needs an expiry date.'
        when ${isExpired} then 'The batch had expired when it was given.'
      end as detail
    from unnest(${ids}::integer[], ${records.map(({ version }) => version)}::integer[])
        with ordinality as chosen (id, version, place)
      left join vaccination_history as stored on stored.id = chosen.id
    order by place`.execute(tx)
  return rows.map((row) => ({ ...row, differs: row.differs ?? false }))
}
