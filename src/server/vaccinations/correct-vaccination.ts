import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import type {
  VaccinationCorrection,
  VaccinationRecord,
} from '#lib/contract/records/vaccinations.ts'
import { statedFields } from '#lib/contract/stored-fields.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { type PolicyAction, permits } from '#lib/policy/policy.ts'
import {
  nextDoseOfProduct,
  type VaccinationFacts,
  vaccinationWarnings,
} from '#lib/vaccinations/vaccination-rules.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB } from '../database/types.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { type Dose, readFacts } from './read-facts.ts'
import {
  auditVaccination,
  recordVaccination,
  refuse,
  statedIn,
  toVaccinationColumns,
} from './record-vaccination.ts'
import { presentVaccination, vaccinationRows } from './vaccination-rows.ts'

export const vaccinationWritingRoutes = {
  'POST admin/vaccinationhistories/': async ({ body }, call) =>
    readVaccination(call, await recordVaccination(call, body)),
  'GET admin/vaccinationhistories/{id}/': ({ params }, call) => readVaccination(call, params.id),
  'PUT admin/vaccinationhistories/{id}/': async ({ params, body }, call) => {
    await correctVaccination(call, params.id, body)
    return await readVaccination(call, params.id)
  },
  'DELETE admin/vaccinationhistories/{id}/': async ({ params, body }, call) => {
    await markAsEnteredInError(call, params.id, body)
    return await readVaccination(call, params.id)
  },
} satisfies Handlers

type Stored = Selectable<DB['vaccination_history']>

/**
 * The earlier version stays readable. `keep_vaccination_version` stores it.
 * @throws Refusal as `recordVaccination`; `stale` with who changed it; `conflict` for a record that
 *   was entered in error.
 */
async function correctVaccination(
  call: SignedInCall,
  id: number,
  given: VaccinationCorrection,
): Promise<void> {
  await inTransaction(call, (tx) => correctWithin(tx, call, id, given))
}

type Corrected = {
  isChanged: boolean
  /** It is the next dose that followed from another product. */
  nextDose: { from: string | null; to: string | null } | null
}

/**
 * In the caller's transaction.
 * @param nextDose whether it follows from another product, unless the correction changes it itself
 *   (docs/decisions/0098).
 * @throws as `correctVaccination`.
 */
export async function correctWithin(
  tx: Executor,
  call: SignedInCall,
  id: number,
  given: VaccinationCorrection,
  { nextDose }: { nextDose: 'stays' | 'follows' } = { nextDose: 'stays' },
): Promise<Corrected> {
  return await change(tx, call, 'vaccination.correct', id, given.version, async (before) => {
    const stated = { ...statedBefore(before), ...statedFields(given) }
    const sent: Dose = {
      ...doseOfStored(before),
      ...statedIn(stated),
      staffId: stated.is_historical ? null : stated.staff_id,
      productId: stated.vaccine_product_id,
      at: Date.parse(stated.date_administered),
    }
    const asSent = await readFacts(tx, call, sent)
    const from = before.booster_due_date
    // Rows are sent back whole, so the date that stands says nothing.
    const isFollowing =
      nextDose === 'follows' &&
      sent.productId !== before.vaccine_product_id &&
      stated.booster_due_date === from
    const to = isFollowing
      ? nextDoseOfProduct(await readFacts(tx, call, doseOfStored(before)), asSent)
      : stated.booster_due_date
    const correction = { ...stated, booster_due_date: to }
    const dose = { ...sent, boosterDueDate: to }
    const facts = { ...asSent, boosterDueDate: to }
    const columns = {
      ...toVaccinationColumns(dose, facts, correction),
      is_historical: correction.is_historical,
    }
    const fields = changedFields(before, columns)
    if (fields.length === 0) return { isChanged: false, nextDose: null }
    const isSameDay = before.given_on === facts.givenOn
    const isSameDose = before.vaccine_product_id === dose.productId && isSameDay
    const known = isSameDose ? await warningsOfStored(tx, call, before) : []
    const changed = new Set(isSameDay ? fields : [...fields, 'given_on'])
    refuse(facts, [...correction.confirmed_warnings, ...known], changed)
    await tx
      .updateTable('vaccination_history')
      .set({ ...columns, changed_by: call.viewer.personId, change_reason: correction.reason })
      .where('id', '=', id)
      .execute()
    await auditVaccination(tx, call, 'vaccination.corrected', {
      id,
      patientId: before.patient_id,
      change: { fields },
    })
    return { isChanged: true, nextDose: isFollowing && to !== from ? { from, to } : null }
  })
}

/**
 * Nothing else takes a record away, because `keep_vaccination` refuses to delete it.
 * @throws Refusal `stale`, `conflict`, `not_allowed`, `not_found`.
 */
async function markAsEnteredInError(
  call: SignedInCall,
  id: number,
  { version, reason }: { version?: number | undefined; reason: string },
): Promise<void> {
  const mark = async (tx: Executor, { patient_id }: Stored) => {
    await tx
      .updateTable('vaccination_history')
      .set({
        entered_in_error: sql<Date>`now()`,
        changed_by: call.viewer.personId,
        change_reason: reason,
      })
      .where('id', '=', id)
      .execute()
    await auditVaccination(tx, call, 'vaccination.entered_in_error', { id, patientId: patient_id })
  }
  await inTransaction(call, (tx) =>
    change(tx, call, 'vaccination.markAsEnteredInError', id, version, (before) => mark(tx, before)),
  )
}

/** Records the reading. @throws Refusal `not_found`. */
async function readVaccination(call: SignedInCall, id: number): Promise<VaccinationRecord> {
  return await call.services.db.transaction().execute(async (tx) => {
    const row = await storedRow(tx, id)
    await auditVaccination(tx, call, 'vaccination.read', { id, patientId: row.patient_id })
    return { ...presentVaccination(row, call), corrections: await readCorrections(tx, row) }
  })
}

const storedRow = (tx: Executor, id: number) =>
  vaccinationRows(tx)
    .where('vaccination.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This vaccination record'))

const inTransaction = <Answer>(
  { services }: SignedInCall,
  work: (tx: Executor) => Promise<Answer>,
): Promise<Answer> => retried(() => services.db.transaction().execute(work)).catch(explainBroken)

async function change<Answer>(
  tx: Executor,
  call: SignedInCall,
  action: PolicyAction,
  id: number,
  version: number | undefined,
  work: (before: Stored) => Promise<Answer>,
): Promise<Answer> {
  const before = await tx
    .selectFrom('vaccination_history')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('This vaccination record'))
  if (permits(call.viewer, action, { staffId: before.staff_id }) !== 'yes') {
    throw new Refusal('not_allowed', 'You can only change vaccinations that you gave yourself.')
  }
  if (version !== undefined && before.version !== version) throw await staleRecord(tx, call, before)
  if (before.entered_in_error) {
    throw new Refusal('conflict', 'This record was entered in error, so it cannot be changed.')
  }
  await refuseContradictions(call, async () => presentVaccination(await storedRow(tx, id), call))
  return await work(before)
}

async function staleRecord(
  tx: Executor,
  { services }: SignedInCall,
  { changed_by, modified }: Stored,
): Promise<Refusal> {
  const changer =
    changed_by === null
      ? undefined
      : await tx
          .selectFrom('person')
          .select('full_name')
          .where('id', '=', changed_by)
          .executeTakeFirst()
  const at = formatDateTime(modified, services.settings.CLINIC_TIME_ZONE)
  return new Refusal(
    'stale',
    `${changer?.full_name ?? 'Someone else'} changed this record at ${at}. Check it before you change it.`,
  )
}

/** What a correction leaves out stays, also where the product has changed since. */
const statedBefore = (before: Stored): StoredFields => ({
  staff_id: before.staff_id,
  vaccine_product_id: before.vaccine_product_id,
  batch_number: before.batch_number,
  expiry_date: before.expiry_date,
  manufacturer: before.manufacturer,
  dose_number: before.dose_number,
  date_administered: before.date_administered.toISOString(),
  route_of_administration:
    before.route_of_administration as StoredFields['route_of_administration'],
  site_of_administration: before.site_of_administration as StoredFields['site_of_administration'],
  was_administered: before.was_administered,
  not_given_reason: before.not_given_reason as StoredFields['not_given_reason'],
  consent_obtained: before.consent_obtained,
  booster_due_date: before.booster_due_date,
  adverse_reactions: before.adverse_reactions,
  is_historical: before.is_historical,
  external_clinic_name: before.external_clinic_name,
  external_clinic_address: before.external_clinic_address,
  administered_by: before.administered_by,
  notes: before.notes,
  price: before.price ?? '0.00',
  confirmed_warnings: [],
})
type Stated = Omit<VaccinationCorrection, 'version' | 'reason'>
type StoredFields = { [F in keyof Stated]-?: Exclude<Stated[F], undefined> }

export const doseOfStored = (row: Stored): Dose => ({
  id: row.id,
  patientId: row.patient_id,
  appointmentId: row.appointment_id,
  staffId: row.staff_id,
  productId: row.vaccine_product_id,
  at: row.date_administered.getTime(),
  wasAdministered: row.was_administered,
  notGivenReason: row.not_given_reason,
  isHistorical: row.is_historical,
  hasConsent: row.consent_obtained,
  batchNumber: row.batch_number,
  expiryDate: row.expiry_date,
  boosterDueDate: row.booster_due_date,
  externalClinicName: row.external_clinic_name,
})

/** What the record was warned of before need not be confirmed again. */
async function warningsOfStored(tx: Executor, call: SignedInCall, before: Stored) {
  const facts: VaccinationFacts = await readFacts(tx, call, doseOfStored(before))
  return vaccinationWarnings(facts).map(({ text }) => text)
}

function changedFields(before: Stored, columns: Readonly<Record<string, unknown>>): string[] {
  const { given_on: _, ...written } = columns
  return Object.keys(written).filter(
    (field) => !isDeepStrictEqual(written[field], before[field as keyof Stored]),
  )
}

/** Fields that a correction does not state itself. */
const KEPT_ALWAYS = [
  'version',
  'modified',
  'changed_by',
  'change_reason',
  'given_on',
  'patient_id',
  'created',
  'recorded_by',
]

type StoredVersion = Record<string, unknown>

/** The latest comes first: each is the difference between two versions. */
async function readCorrections(
  tx: Executor,
  { id }: { id: number },
): Promise<VaccinationRecord['corrections']> {
  const { rows } = await sql<{ kept: StoredVersion }>`
    select kept from vaccination_history_version where vaccination_id = ${id}
    union all
    select to_jsonb(vaccination) from vaccination_history as vaccination where id = ${id}
    order by 1`.execute(tx)
  const versions = rows.map(({ kept }) => kept).sort((a, b) => versionNumber(a) - versionNumber(b))
  const names = await readNames(tx, versions)
  return versions
    .slice(1)
    .map((after, index) => {
      const before = versions[index] as StoredVersion
      return {
        at: new Date(String(after['modified'])).toISOString(),
        by_name: names.people.get(Number(after['changed_by'])) ?? '',
        reason: String(after['change_reason']),
        changes: Object.keys(after)
          .filter((field) => !KEPT_ALWAYS.includes(field))
          .filter((field) => !isDeepStrictEqual(after[field], before[field]))
          .map((field) => ({
            field,
            from: names.formatVersion(field, before[field]),
            to: names.formatVersion(field, after[field]),
          })),
      }
    })
    .filter(({ changes }) => changes.length > 0)
    .toReversed()
}

const versionNumber = (kept: StoredVersion) => Number(kept['version'])

/** It compares ids by name, because people compare names. */
async function readNames(tx: Executor, versions: readonly StoredVersion[]) {
  const collectIds = (field: string) =>
    [...new Set(versions.map((kept) => Number(kept[field] ?? 0)))].filter((id) => id > 0)
  const people = await tx
    .selectFrom('person')
    .select(['id', 'full_name'])
    .where('id', '=', sql<number>`any(${collectIds('changed_by')}::integer[])`)
    .execute()
  const products = await tx
    .selectFrom('vaccine_product')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${collectIds('vaccine_product_id')}::integer[])`)
    .execute()
  const clinicians = await tx
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .where('staff.id', '=', sql<number>`any(${collectIds('staff_id')}::integer[])`)
    .execute()
  const named = {
    vaccine_product_id: new Map(products.map(({ id, name }) => [id, name])),
    staff_id: new Map(clinicians.map(({ id, full_name }) => [id, full_name])),
  }
  return {
    people: new Map(people.map(({ id, full_name }) => [id, full_name])),
    formatVersion: (field: string, value: unknown) =>
      Object.hasOwn(named, field)
        ? (named[field as keyof typeof named].get(Number(value)) ?? null)
        : value,
  }
}
