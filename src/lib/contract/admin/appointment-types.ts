import { z } from 'zod'
import { ServicePicture } from '../catalogue.ts'
import {
  booleanText,
  id,
  ids,
  LONGEST_APPOINTMENT_MINUTES,
  line,
  orNone,
  paragraph,
  ServicePrice,
  slug,
  url,
  version,
  writtenMoney,
} from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, disabling, hiding } from './bulk.ts'

const DAY_MINUTES = 1_440

/** They are minutes before the start, by the clock of the clinic; none means no reminders. */
const reminderMinutes = z
  .array(z.int())
  .max(5, 'Enter 5 reminders or fewer')
  .refine(
    (minutes) => minutes.every((lead) => lead >= 5 && lead <= 30 * DAY_MINUTES),
    'Enter 5 minutes to 30 days for each reminder',
  )
  .refine((minutes) => new Set(minutes).size === minutes.length, 'Enter each reminder once')

const WrittenPrice = z.strictObject({
  label: line(40).min(1, 'Enter a name for each price, such as NHS or Private'),
  amount: writtenMoney(100_000),
  for_whom: line(120).default(''),
})

const chosen = { ids: z.array(id), names: z.array(z.string()), urls: z.array(url) }

const AppointmentType = z.object({
  id,
  url,
  version,
  name: line(200),
  slug,
  summary: z.string(),
  description: z.string(),
  synonyms: line(500),
  prebooking_info: z.string(),
  what_to_bring: z.string(),
  duration: z.int().positive(),
  prices: z.array(ServicePrice),
  /** Empty is that of its category. */
  picture: ServicePicture,
  reminder_minutes: z.array(z.int().positive()),
  disabled: z.boolean(),
  /** It is booked with the key, and by staff who may see it. */
  hidden: z.boolean(),
  competency_ids: chosen.ids,
  competency_names: chosen.names,
  competencies: chosen.urls,
  category_ids: chosen.ids,
  category_names: chosen.names,
  categories: chosen.urls,
  patient_form_ids: chosen.ids,
  patient_form_names: chosen.names,
  patient_forms: chosen.urls,
  clinician_form_ids: chosen.ids,
  clinician_form_names: chosen.names,
  clinician_forms: chosen.urls,
  outcome_ids: chosen.ids,
  outcome_names: chosen.names,
  outcomes: chosen.urls,
  tag_ids: chosen.ids,
  tag_names: chosen.names,
})

export const appointmentTypes = adminResource({
  name: 'appointment type',
  many: 'appointment types',
  screen: 'appointment-types',
  path: 'appointmenttypes',
  entity: AppointmentType,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    slug: orNone(slug).default(''),
    summary: line(120).default(''),
    description: paragraph(5_000).default(''),
    synonyms: line(500).default(''),
    prebooking_info: paragraph(5_000).default(''),
    what_to_bring: paragraph(5_000).default(''),
    duration: z
      .int({
        error: ({ input }) => (input === undefined ? undefined : 'Enter a whole number of minutes'),
      })
      .min(5, 'Enter at least 5 minutes')
      .max(LONGEST_APPOINTMENT_MINUTES, 'Enter 1,440 minutes (a day) or less')
      .multipleOf(5, 'Enter a multiple of 5 minutes'),
    prices: z.array(WrittenPrice).max(8, 'Enter 8 prices or fewer').default([]),
    picture: ServicePicture.default(''),
    reminder_minutes: reminderMinutes.default([3 * DAY_MINUTES, 120]),
    disabled: z.boolean().default(false),
    hidden: z.boolean().default(false),
    competency_ids: ids().default([]),
    category_ids: ids().default([]),
    patient_form_ids: ids(20).default([]),
    clinician_form_ids: ids(20).default([]),
    outcome_ids: ids().default([]),
    tag_ids: ids().default([]),
  }),
  labels: {
    name: 'Name',
    slug: 'Web address name',
    summary: 'Summary',
    description: 'Description',
    synonyms: 'Other search words',
    prebooking_info: 'Before booking',
    what_to_bring: 'What to bring',
    duration: 'Minutes',
    prices: 'Prices',
    picture: 'Picture',
    reminder_minutes: 'Reminders',
    disabled: 'Disabled',
    hidden: 'Hidden',
    competency_ids: 'Competencies',
    competency_names: 'Competencies',
    category_ids: 'Categories',
    category_names: 'Categories',
    patient_form_ids: 'Forms for the patient',
    patient_form_names: 'Forms for the patient',
    clinician_form_ids: 'Forms for the clinician',
    clinician_form_names: 'Forms for the clinician',
    outcome_ids: 'Outcomes',
    outcome_names: 'Outcomes',
    tag_ids: 'Tags',
    tag_names: 'Tags',
  },
  namedBy: 'name',
  searchable: ['name', 'slug', 'summary', 'description', 'synonyms'],
  orderable: ['name', 'duration'],
  defaultOrder: 'name',
  filters: { disabled: booleanText.optional(), hidden: booleanText.optional() },
  references: {
    competency_ids: {
      from: 'competencies',
      label: 'name',
      shown: 'competency_names',
      urls: 'competencies',
    },
    category_ids: {
      from: 'appointmentcategories',
      label: 'path',
      shown: 'category_names',
      urls: 'categories',
    },
    patient_form_ids: {
      from: 'eforms',
      label: 'name',
      shown: 'patient_form_names',
      urls: 'patient_forms',
    },
    clinician_form_ids: {
      from: 'eforms',
      label: 'name',
      shown: 'clinician_form_names',
      urls: 'clinician_forms',
    },
    outcome_ids: {
      from: 'appointmentoutcomes',
      label: 'name',
      shown: 'outcome_names',
      urls: 'outcomes',
    },
    tag_ids: { from: 'appointmenttypetags', label: 'name', shown: 'tag_names' },
  },
  model: 'clinic.appointmenttype',
  audit: 'appointment_type',
  bulk: { ...hiding, ...disabling, ...deleting },
  canOrphan: true,
})
