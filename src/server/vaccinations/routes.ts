import { type Selectable, sql } from 'kysely'
import { bodySiteChoices, routeChoices } from '#lib/contract/records/administration-choices.ts'
import {
  ownVaccinations,
  ownVaccineProducts,
} from '#lib/contract/records/vaccination-operations.ts'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { can, permits } from '#lib/policy/policy.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { audit, auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { DB } from '../database/types.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { byGuestToken } from '../own-appointments/own-appointment.ts'
import { readAllergies } from '../people/allergies.ts'
import { invalid, notFound, Refusal } from '../refusals/refusal.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { bulkUpdateRoutes } from './bulk-update.ts'
import { vaccinationWritingRoutes } from './correct-vaccination.ts'
import { checkVaccination } from './record-vaccination.ts'
import {
  presentOwnVaccination,
  presentVaccination,
  type VaccinationRow,
  vaccinationRows,
} from './vaccination-rows.ts'

const ownRows = ({ services, viewer }: SignedInCall) =>
  services.db
    .selectFrom(
      vaccinationRows(services.db)
        .where('vaccination.patient_id', '=', viewer.personId)
        .where('vaccination.entered_in_error', 'is', null)
        .as('listed'),
    )
    .selectAll()

const formatChoices = (choices: readonly { value: string; label: string }[]) =>
  choices.map(({ value, label }) => ({ value, label }))

const vaccineProductRows = ({ services, viewer }: SignedInCall) =>
  services.db
    .selectFrom('vaccine_product')
    .select(['id', 'name', 'description', 'doses_required', 'booster_interval_weeks'])
    .select(['is_active', 'price', 'created', 'modified'])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('is_active', '=', true),
        exists(
          selectFrom('vaccination_history')
            .whereRef('vaccine_product_id', '=', 'vaccine_product.id')
            .where('patient_id', '=', viewer.personId)
            .select('id'),
        ),
      ]),
    )

const presentVaccineProducts = (rows: VaccineProductRow[], call: SignedInCall) =>
  rows.map(({ created, modified, ...row }) => ({
    ...row,
    url: apiAddress(call, 'private/vaccineproducts', row.id),
    created: created.toISOString(),
    modified: modified.toISOString(),
  }))

export const vaccinationRoutes = {
  ...readingRoutes('private', ownVaccinations, {
    rows: ownRows,
    present: (rows, call) =>
      rows.map((row) => presentOwnVaccination(row as unknown as VaccinationRow, call)),
  }),

  ...readingRoutes('private', ownVaccineProducts, {
    rows: vaccineProductRows,
    present: presentVaccineProducts,
  }),

  'GET public/vaccinationhistories/': async ({ query }, call) =>
    await call.services.db.transaction().execute(async (tx) => {
      const own = byGuestToken(call)
      const appointment = await own.find(tx, query.appointment_id)
      await audit(tx, call, {
        actor: { id: appointment.actorId, role: own.role },
        action: 'vaccination.listed',
        subjectType: 'appointment',
        subjectId: appointment.id,
        patientId: appointment.patient_id,
      })
      const rows = await vaccinationRows(tx)
        .where('vaccination.appointment_id', '=', appointment.id)
        .where('vaccination.entered_in_error', 'is', null)
        .orderBy('vaccination.id')
        .execute()
      return { count: rows.length, results: rows.map((row) => presentOwnVaccination(row, call)) }
    }),

  'GET admin/vaccinationhistories/fields/': async () => ({
    results: [
      { field: 'vaccine_product_id', label: 'Vaccine', type: 'product', choices: [] },
      { field: 'batch_number', label: 'Batch number', type: 'text', choices: [] },
      { field: 'expiry_date', label: 'Expiry date', type: 'date', choices: [] },
      { field: 'manufacturer', label: 'Manufacturer', type: 'text', choices: [] },
      {
        field: 'route_of_administration',
        label: 'Route',
        type: 'choice',
        choices: formatChoices(routeChoices),
      },
      {
        field: 'site_of_administration',
        label: 'Body site',
        type: 'choice',
        choices: formatChoices(bodySiteChoices),
      },
    ],
  }),
  'GET admin/vaccinationhistories/administration-choices/': async () => ({
    routes: [...routeChoices],
    sites: [...bodySiteChoices],
  }),
  'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': ({ query }, call) =>
    readVaccinationStart(call, query),
  ...bulkUpdateRoutes,
  'POST admin/vaccinationhistories/check/': ({ body }, call) => checkVaccination(call, body),
  ...vaccinationWritingRoutes,
} satisfies Handlers

type VaccineProductRow = Omit<Selectable<DB['vaccine_product']>, 'version'>

/** Batches that were used in these days are offered. */
const BATCH_DAYS = 60

const MOST_BATCHES = 30

/**
 * A large clinic gives thousands of doses in these days, and looking through them all is slow. A
 * literal in the statement, because a prepared plan expects a tenth of the table from a parameter.
 */
const LATEST_DOSES = 1_000

/** The usual products of an appointment type are looked up at so many visits. */
const LATEST_VISITS = 500

type Of = { appointment_id?: number | undefined; patient_id?: number | undefined }

/** Records the reading. @throws Refusal `invalid`, `not_found`, `not_allowed`. */
async function readVaccinationStart(
  call: SignedInCall,
  { appointment_id, patient_id }: Of,
): Promise<VaccinationStart> {
  if ((appointment_id === undefined) === (patient_id === undefined)) {
    throw invalid({ non_field_errors: ['Send an appointment or a patient.'] })
  }
  return await call.services.db.transaction().execute(async (tx) => {
    const appointment =
      appointment_id === undefined ? null : await readAppointment(tx, call, appointment_id)
    const patientId = appointment?.patient_id ?? patient_id ?? 0
    const patient = await tx
      .selectFrom('person')
      .select(['id', 'full_name', 'dob', 'nhs_number', 'is_deceased'])
      .where('id', '=', patientId)
      .executeTakeFirstOrThrow(() => notFound('This patient'))
    await auditByViewer(tx, call, {
      action: 'vaccination.checked',
      subjectType: appointment ? 'appointment' : 'person',
      subjectId: appointment?.id ?? patientId,
      patientId,
    })
    const rows = await vaccinationRows(tx)
      .where('vaccination.patient_id', '=', patientId)
      .orderBy('vaccination.date_administered', 'desc')
      .orderBy('vaccination.id', 'desc')
      .execute()
    const staffId = appointment?.staff_id ?? call.viewer.staffId
    const results = rows.map((row) => presentVaccination(row, call))
    const products = await readProducts(tx, appointment?.appointment_type_id ?? null)
    return {
      patient,
      allergies: await readAllergies(tx, patientId),
      ...(await readConsent(tx, call, appointment)),
      products: dueFirst(products, results, clinicToday(call)),
      batches: await readBatches(tx, call, appointment?.site_id ?? null),
      may: {
        record: appointment
          ? can(call.viewer, 'vaccination.record', { staffId, status: appointment.status })
          : permits(call.viewer, 'vaccination.record', { staffId }) === 'yes',
      },
      count: rows.length,
      results,
    }
  })
}

async function readAppointment(tx: Executor, call: SignedInCall, id: number) {
  const row = await tx
    .selectFrom('appointment')
    .select(['id', 'patient_id', 'staff_id', 'site_id', 'appointment_type_id', 'status'])
    .where('id', '=', id)
    .where('status', '<>', 'held')
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  if (permits(call.viewer, 'appointment.see', { staffId: row.staff_id }) !== 'yes') {
    throw new Refusal('not_allowed', 'You can only see your own appointments.')
  }
  return row
}

type Consent = Pick<VaccinationStart, 'consents' | 'alerts'>

async function readConsent(
  tx: Executor,
  { viewer }: SignedInCall,
  appointment: { id: number; staff_id: number } | null,
): Promise<Consent> {
  if (!appointment || !can(viewer, 'submittedForm.see', { staffId: appointment.staff_id })) {
    return { consents: [], alerts: [] }
  }
  const { rows } = await sql<{
    form_id: number
    form_name: string
    submitted: Date
    submitted_by_name: string
    is_vaccination_form: boolean
    alerts: Consent['alerts']
  }>`
    select submitted_form.id as form_id, eform.name as form_name, submitted_form.submitted,
      submitter.full_name as submitted_by_name, eform.is_vaccination_form, submitted_form.alerts
    from saved_form
      join submitted_form on submitted_form.saved_form_id = saved_form.id
      join eform on eform.id = saved_form.eform_id
      join person as submitter on submitter.id = submitted_form.submitted_by
    where saved_form.appointment_id = ${appointment.id} and saved_form.kind = 'patient'
      and not exists (select from submitted_form as later where later.replaces = submitted_form.id)
    order by submitted_form.id desc`.execute(tx)
  return {
    consents: rows
      .filter(({ is_vaccination_form }) => is_vaccination_form)
      .map(({ form_id, form_name, submitted, submitted_by_name }) => ({
        form_id,
        form_name,
        submitted: submitted.toISOString(),
        submitted_by_name,
      })),
    alerts: rows.flatMap(({ alerts }) => alerts.map(({ level, text }) => ({ level, text }))),
  }
}

const clinicToday = ({ services }: SignedInCall) =>
  toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)

type Product = VaccinationStart['products'][number]

/** A dose that is due later is no reason for this visit. */
const DUE_WITHIN_DAYS = 28

/** What is due comes first, the longest due before the others. */
function dueFirst(
  products: readonly Omit<Product, 'due_on'>[],
  results: VaccinationStart['results'],
  today: string,
): Product[] {
  const until = addDays(today, DUE_WITHIN_DAYS)
  const findDue = (id: number) =>
    results
      .flatMap(({ vaccine_product_id, is_next_dose_open, booster_due_date: due }) =>
        vaccine_product_id === id && is_next_dose_open && due !== null && due <= until ? [due] : [],
      )
      .toSorted()[0] ?? null
  const dated = products.map((product) => ({ ...product, due_on: findDue(product.id) }))
  const due = dated.filter(({ due_on }) => due_on !== null)
  return [
    ...due.toSorted((one, other) => ((one.due_on ?? '') < (other.due_on ?? '') ? -1 : 1)),
    ...dated.filter(({ due_on }) => due_on === null),
  ]
}

/** Those that were given lately at appointments of the type come first. */
async function readProducts(
  tx: Executor,
  typeId: number | null,
): Promise<Omit<Product, 'due_on'>[]> {
  const { rows } = await sql<Omit<Product, 'due_on'>>`
    with visit as (
      select id from appointment
      where appointment_type_id = ${typeId}
        and starts_at >= now() - interval '1 year' and starts_at < now() + interval '1 day'
      order by starts_at desc limit ${LATEST_VISITS})
    select id, name, price, doses_required, booster_interval_weeks,
      id in (
        select vaccine_product_id from visit
          join vaccination_history on appointment_id = visit.id) as is_usual
    from vaccine_product as product
    where is_active
    order by is_usual desc, ${inNameOrder('name')}, id`.execute(tx)
  return rows
}

async function readBatches(
  tx: Executor,
  { viewer, services }: SignedInCall,
  siteId: number | null,
): Promise<VaccinationStart['batches']> {
  const { CLINIC_TIME_ZONE: zone } = services.settings
  const today = toClinicDate(services.now(), zone)
  const start = new Date(startOfDay(today, zone))
  const { rows } = await sql<VaccinationStart['batches'][number]>`
    select vaccine_product_id, batch_number, expiry_date, manufacturer, route_of_administration,
      used_today
    from (
      select distinct on (vaccine_product_id, batch_number)
        vaccine_product_id, batch_number, expiry_date, manufacturer, route_of_administration,
        date_administered, appointment.site_id = ${siteId} as is_here,
        date_administered >= ${start} and vaccination.staff_id = ${viewer.staffId} as used_today
      from (
        select * from vaccination_history
        where date_administered > ${start}::timestamptz - make_interval(days => ${BATCH_DAYS})
          and was_administered and not is_historical and entered_in_error is null
          and batch_number <> '' and expiry_date >= ${today}::date
        order by date_administered desc limit ${sql.lit(LATEST_DOSES)}
      ) as vaccination
        left join appointment on appointment.id = vaccination.appointment_id
      order by vaccine_product_id, batch_number, used_today desc nulls last,
        date_administered desc
    ) as used
    order by (used_today and is_here) desc nulls last, used_today desc nulls last,
      is_here desc nulls last, date_administered desc
    limit ${MOST_BATCHES}`.execute(tx)
  return rows.map((row) => ({ ...row, used_today: row.used_today === true }))
}
