import { sql } from 'kysely'
import { heldFields } from '#lib/contract/read-only-fields.ts'
import {
  type BulkField,
  CHOOSE_EACH_ONCE,
  type VaccinationBulkAnswer,
  type VaccinationBulkUpdate,
  type VaccinationRowUpdate,
} from '#lib/contract/records/vaccinations.ts'
import { nextDoseOfProduct, vaccinationWarnings } from '#lib/vaccinations/vaccination-rules.ts'
import { addressesExpected, idInAddress } from '../admin/written-addresses.ts'
import { auditEach, toAuditActor } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { correctWithin, doseOfStored } from './correct-vaccination.ts'
import { readFacts } from './read-facts.ts'

export const bulkUpdateRoutes = {
  'PUT admin/vaccinationhistories/bulk-update/': async ({ body }, call) => {
    const { rows, records, set, ...how } = body
    if (rows && !records && !set) return await correctEach(call, rows, how.reason)
    if (rows) throw invalid({ rows: ['Send this, or records with what to set.'] })
    const required = ['This field is required.']
    if (!records) throw invalid({ records: required })
    if (!set) throw invalid({ set: required })
    return await bulkUpdate(call, { ...how, records, set })
  },
} satisfies Handlers

/**
 * Sets fields of many records, all or none. A preview, and an update with refused records, change
 * nothing.
 * @throws Refusal `invalid` for a product that is not there.
 */
async function bulkUpdate(
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

type Following = Pick<VaccinationBulkAnswer, 'next_doses' | 'warnings'>

/**
 * The next dose follows from the new product, unless somebody entered it, and warnings have to be
 * confirmed.
 */
async function followingProduct(
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

async function setNextDoses(tx: Executor, nextDoses: Following['next_doses']): Promise<void> {
  if (nextDoses.length === 0) return
  await sql`update vaccination_history set booster_due_date = next.due
    from unnest(${nextDoses.map(({ id }) => id)}::integer[],
      ${nextDoses.map(({ to }) => to)}::date[]) as next (id, due)
    where vaccination_history.id = next.id`.execute(tx)
}

const PATH = 'vaccinationhistories'
const held = heldFields('PUT admin/vaccinationhistories/{id}/')

/**
 * Corrects records, each by its own fields: all or none. A next dose follows from another product, as
 * where one product is set for all.
 * @throws Refusal `invalid` at `rows.N`, counted from 0, with what `correctVaccination` says of it.
 */
async function correctEach(
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
