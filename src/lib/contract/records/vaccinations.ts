import { z } from 'zod'
import { adminResource } from '../admin/admin-resource.ts'
import {
  calendarDate,
  id,
  idText,
  instant,
  line,
  money,
  paragraph,
  plainDate,
  seenVersion,
  statedReason,
  url,
  version,
  writtenMoney,
} from '../fields.ts'
import { DOWNLOADS_PEOPLE } from '../permissions.ts'
import { storedFields } from '../stored-fields.ts'
import {
  bodySiteChoices,
  type NotGivenReason,
  notGivenReasons,
  routeChoices,
} from './administration-choices.ts'
import { PatientAllergies } from './patient-records.ts'

const toValues = <T extends { value: string }>(choices: readonly T[]): T['value'][] =>
  choices.map(({ value }) => value)

const Route = z.enum(['', ...toValues(routeChoices)])
const BodySite = z.enum(['', ...toValues(bodySiteChoices)])
const NotGiven = z.enum(['', ...(Object.keys(notGivenReasons) as NotGivenReason[])])
/** Capital letters without spaces, so that one batch is one text. */
const batchNumber = line(50).transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
const doseNumber = z.int().min(1, 'Enter 1 or more').max(20, 'Enter 20 or fewer')

/** Reasons to think again; a clinician can confirm each (records.md, "Vaccinations"). */
const VaccinationWarning = z.enum(['same_day', 'too_many_doses', 'short_interval', 'allergy'])
export type VaccinationWarning = z.infer<typeof VaccinationWarning>

const vaccinationFields = {
  id,
  url,
  patient_id: id,
  appointment_id: id.nullable(),
  vaccine_product_id: id,
  product_name: z.string(),
  batch_number: z.string(),
  expiry_date: plainDate.nullable(),
  manufacturer: z.string(),
  dose_number: z.int().nullable(),
  date_administered: instant,
  given_on: plainDate,
  route_of_administration: Route,
  site_of_administration: BodySite,
  was_administered: z.boolean(),
  not_given_reason: NotGiven,
  consent_obtained: z.boolean(),
  booster_due_date: plainDate.nullable(),
  is_next_dose_open: z.boolean(),
  adverse_reactions: z.string(),
  /** The dose was given elsewhere and reported afterwards. */
  is_historical: z.boolean(),
  external_clinic_name: z.string(),
  external_clinic_address: z.string(),
  administered_by: z.string(),
  staff_id: id.nullable(),
  /** Clinicians' words among themselves: empty for patients and guests. */
  notes: z.string(),
  price: money,
  created: instant,
  modified: instant,
  staff_name: z.string(),
  site_name: z.string(),
  service_slug: z.string().nullable(),
}

export const OwnVaccination = z.object(vaccinationFields)
export type OwnVaccination = z.infer<typeof OwnVaccination>

const Correction = z.object({
  at: instant,
  by_name: z.string(),
  reason: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})

const Vaccination = z.object({
  ...vaccinationFields,
  patient_name: z.string(),
  version,
  entered_in_error: instant.nullable(),
  change_reason: z.string(),
  may: z.object({ change: z.boolean(), mark_as_entered_in_error: z.boolean() }),
})
export type Vaccination = z.infer<typeof Vaccination>

export const VaccinationRecord = Vaccination.extend({ corrections: z.array(Correction) })
export type VaccinationRecord = z.infer<typeof VaccinationRecord>

const written = {
  vaccine_product_id: id,
  batch_number: batchNumber.default(''),
  expiry_date: calendarDate.nullable().default(null),
  manufacturer: line(100).default(''),
  dose_number: doseNumber.nullable().default(null),
  date_administered: instant.optional(),
  route_of_administration: Route.default(''),
  site_of_administration: BodySite.default(''),
  was_administered: z.boolean().default(true),
  not_given_reason: NotGiven.default(''),
  consent_obtained: z.boolean().default(false),
  booster_due_date: calendarDate.nullable().optional(),
  adverse_reactions: paragraph(2_000).default(''),
  is_historical: z.boolean().default(false),
  external_clinic_name: line(200).default(''),
  external_clinic_address: line(300).default(''),
  administered_by: line(200).default(''),
  notes: paragraph(2_000).default(''),
  price: writtenMoney(1_000_000).optional(),
}
const LONGEST_WARNING = 2_000
/** Their texts as a check or a refusal gave them: of other content they are asked again. */
const confirmed_warnings = z.array(z.string().max(LONGEST_WARNING)).max(20).default([])

/** With an appointment the patient is the appointment's. */
export const VaccinationWrite = z.strictObject({
  patient_id: id.optional(),
  appointment_id: id.nullable().default(null),
  staff_id: id.nullable().optional(),
  ...written,
  confirmed_warnings,
})
export type VaccinationWrite = z.infer<typeof VaccinationWrite>

export const VaccinationCorrection = z.strictObject({
  version: seenVersion,
  reason: statedReason,
  staff_id: id.nullable().optional(),
  ...storedFields(written),
  confirmed_warnings,
})
export type VaccinationCorrection = z.infer<typeof VaccinationCorrection>

const bulkFields = {
  vaccine_product_id: id,
  batch_number: batchNumber,
  expiry_date: calendarDate.nullable(),
  manufacturer: line(100),
  route_of_administration: Route,
  site_of_administration: BodySite,
}
export type BulkField = keyof typeof bulkFields
export const bulkFieldNames = Object.keys(bulkFields) as BulkField[]

export const MOST_UPDATED = 5_000

const { id: _id, url: _url, ...readOnVaccination } = VaccinationRecord.shape

/** It is named by its id or its address; what nobody writes may be in it, and is ignored. */
const VaccinationRowUpdate = z.strictObject({
  ...(Object.fromEntries(
    Object.keys(readOnVaccination).map((field) => [field, z.unknown().optional()]),
  ) as Record<never, never>),
  ...VaccinationCorrection.omit({ reason: true }).shape,
  id: id.optional(),
  url: z.string().optional(),
})
export type VaccinationRowUpdate = z.infer<typeof VaccinationRowUpdate>

const MOST_ROWS = 500
export const CHOOSE_EACH_ONCE = 'Choose each once'

export const VaccinationBulkUpdate = z.strictObject({
  rows: z
    .array(VaccinationRowUpdate)
    .min(1, 'Send at least one record')
    .max(MOST_ROWS, `Send ${MOST_ROWS} or fewer`)
    .optional(),
  records: z
    .array(z.strictObject({ id, version }))
    .min(1, 'Choose at least one')
    .max(MOST_UPDATED, `Choose ${MOST_UPDATED.toLocaleString('en-GB')} or fewer`)
    .refine(
      (chosen) => new Set(chosen.map((one) => one.id)).size === chosen.length,
      CHOOSE_EACH_ONCE,
    )
    .optional(),
  set: z
    .strictObject(bulkFields)
    .partial()
    .refine((set) => Object.keys(set).length > 0, 'Choose at least one field')
    .optional(),
  reason: statedReason,
  confirmed_warnings: z
    .array(z.strictObject({ id, text: z.string().max(LONGEST_WARNING) }))
    .max(4 * MOST_UPDATED)
    .default([]),
  preview: z.boolean().default(false),
})
type BulkUpdate = z.infer<typeof VaccinationBulkUpdate>
export type VaccinationBulkUpdate = Omit<BulkUpdate, 'rows' | 'records' | 'set'> & {
  records: NonNullable<BulkUpdate['records']>
  set: NonNullable<BulkUpdate['set']>
}

export const VaccinationBulkAnswer = z.object({
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  refused: z.array(z.object({ id, detail: z.string() })),
  /** Next doses that follow from another product; one that was entered by hand stays. */
  next_doses: z.array(z.object({ id, from: plainDate.nullable(), to: plainDate.nullable() })),
  warnings: z.array(z.object({ id, text: z.string() })),
})
export type VaccinationBulkAnswer = z.infer<typeof VaccinationBulkAnswer>

export const VaccinationCheck = z.object({
  errors: z.record(z.string(), z.array(z.string())),
  warnings: z.array(z.object({ code: VaccinationWarning, text: z.string() })),
  /** It is null where nothing is recorded that the dose could follow. */
  suggested_dose_number: z.int().nullable(),
  booster_due_date: plainDate.nullable(),
})
export type VaccinationCheck = z.infer<typeof VaccinationCheck>

const Consent = z.object({
  form_id: id,
  form_name: z.string(),
  submitted: instant,
  submitted_by_name: z.string(),
})

export const VaccinationStart = z.object({
  patient: z.object({
    id,
    full_name: z.string(),
    dob: plainDate.nullable(),
    nhs_number: z.string(),
    is_deceased: z.boolean(),
  }),
  allergies: PatientAllergies,
  consents: z.array(Consent),
  alerts: z.array(z.object({ level: z.enum(['warning', 'stop']), text: z.string() })),
  products: z.array(
    z.object({
      id,
      name: z.string(),
      price: money,
      doses_required: z.int(),
      booster_interval_weeks: z.int().nullable(),
      is_usual: z.boolean(),
      /** When the patient's next dose is due; null where none is, or not within a month. */
      due_on: plainDate.nullable(),
    }),
  ),
  batches: z.array(
    z.object({
      vaccine_product_id: id,
      batch_number: z.string(),
      expiry_date: plainDate.nullable(),
      manufacturer: z.string(),
      route_of_administration: Route,
      used_today: z.boolean(),
    }),
  ),
  may: z.object({ record: z.boolean() }),
  count: z.int().nonnegative(),
  results: z.array(Vaccination),
})
export type VaccinationStart = z.infer<typeof VaccinationStart>

export const VaccinationState = z.enum(['given', 'not_given', 'historical', 'entered_in_error'])

export const vaccinationRecords = adminResource({
  name: 'vaccination record',
  many: 'vaccination records',
  screen: 'vaccination-histories',
  path: 'vaccinationhistories',
  readOnly: true,
  entity: Vaccination,
  write: z.strictObject({}),
  labels: {
    date_administered: 'When',
    patient_name: 'Patient',
    product_name: 'Vaccine',
    vaccine_product_id: 'Vaccine',
    batch_number: 'Batch',
    expiry_date: 'Expiry date',
    dose_number: 'Dose',
    state: 'State',
    staff_name: 'Given by',
    staff_id: 'Given by',
    site_name: 'Site',
    site_id: 'Site',
    booster_due_date: 'Next dose due',
    patient_id: 'Patient',
  },
  namedBy: 'product_name',
  references: {},
  model: 'clinic.vaccinationhistory',
  permissions: { export: DOWNLOADS_PEOPLE },
  audit: 'vaccination_history',
  personal: {
    patient: 'patient_id',
    trail: {
      created: 'vaccination.recorded',
      changed: 'vaccination.corrected',
      deleted: 'vaccination.entered_in_error',
      exported: 'vaccination.exported',
      listed: 'vaccination.listed',
      read: 'vaccination.read',
    },
  },
  searchable: ['patient_name', 'batch_number'],
  orderable: ['date_administered', 'expiry_date', 'booster_due_date', 'created'],
  defaultOrder: 'date_administered',
  filters: {
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    vaccine_product_id: idText.optional(),
    batch_number: batchNumber.optional(),
    site_id: idText.optional(),
    staff_id: idText.optional(),
    patient_id: idText.optional(),
    appointment_id: idText.optional(),
    state: VaccinationState.optional(),
  },
})
