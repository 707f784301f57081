import { z } from 'zod'
import {
  calendarDate,
  id,
  idText,
  instant,
  listQuery,
  paged,
  paragraph,
  plainDate,
  reference,
  ServicePrice,
  secretKey,
  seenVersion,
  slug,
  url,
  version,
} from './fields.ts'
import { operation, perAudience } from './operation.ts'
import { personFields } from './people.ts'
import { resource } from './resource.ts'
import { LONGEST_CANCELLATION_NOTES, LONGEST_NOTES } from './text-length.ts'

const tidyReference = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^(.{5})(.{5})$/, '$1-$2')

export const SiteSummary = z.object({ id, slug, name: z.string() })
export type SiteSummary = z.infer<typeof SiteSummary>

export const Slot = z.object({
  start: instant,
  end: instant,
  site: SiteSummary.extend({ display_order: z.int() }),
  remaining: z.int().positive(),
})
export type Slot = z.infer<typeof Slot>

/** Seven clinic days, Monday first. */
export const WeeklyAvailability = z.object({
  appointment_type: z.object({ id, slug, name: z.string(), duration: z.int().positive() }),
  time_zone: z.string(),
  week_start: plainDate,
  week_end: plainDate,
  next_available: plainDate.nullable(),
  days: z.array(z.object({ date: plainDate, slots: z.array(Slot) })),
})
export type WeeklyAvailability = z.infer<typeof WeeklyAvailability>

const MOST_TYPES = 100
const MOST_TIMES = 6

const NextAvailable = z.object({
  time_zone: z.string(),
  results: z.array(
    z.object({
      appointment_type: z.object({ id, slug, name: z.string() }),
      site: SiteSummary,
      times: z.array(z.object({ start: instant, end: instant })).min(1),
    }),
  ),
})
export type NextAvailable = z.infer<typeof NextAvailable>
export type NextTimes = NextAvailable['results']

const typeSlugs = z
  .string()
  .max(MOST_TYPES * 101)
  .regex(
    new RegExp(`^[a-z0-9-]{1,100}(,[a-z0-9-]{1,100}){0,${MOST_TYPES - 1}}$`),
    `Enter up to ${MOST_TYPES} slugs with commas between them`,
  )
  .transform((text) => text.split(','))

export const AppointmentStatus = z.enum(['booked', 'completed', 'did_not_attend', 'cancelled'])

export const AppointmentOutcomeSummary = z.object({
  id,
  name: z.string(),
  version,
  subversion: z.int().nonnegative(),
  has_letter: z.boolean(),
})
export type AppointmentOutcomeSummary = z.infer<typeof AppointmentOutcomeSummary>

const FormProgress = z.object({
  due: z.int().nonnegative(),
  in_progress: z.int().nonnegative(),
  submitted: z.int().nonnegative(),
})
export type FormProgress = z.infer<typeof FormProgress>

export const ClinicFormProgress = FormProgress.extend({
  alerts: z.array(z.object({ level: z.enum(['warning', 'stop']), text: z.string() })),
})
export type ClinicFormProgress = z.infer<typeof ClinicFormProgress>

/** It is about the present time of the appointment. */
const AttendanceAnswer = z.object({ is_coming: z.boolean(), answered: instant })
export type AttendanceAnswer = z.infer<typeof AttendanceAnswer>

export const Appointment = z.object({
  id,
  url,
  reference: z.string(),
  status: AppointmentStatus,
  patient: z.object({ id, full_name: z.string() }),
  patient_id: id,
  appointment_type: z.object({
    id,
    slug,
    name: z.string(),
    prebooking_info: z.string(),
    what_to_bring: z.string(),
    prices: z.array(ServicePrice),
  }),
  appointment_type_id: id,
  appointment_type_url: reference,
  availability: reference,
  availability_id: id.nullable(),
  site: z.object({
    ...SiteSummary.shape,
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    postcode: z.string(),
    telephone: z.string(),
    has_hours: z.boolean(),
    has_location: z.boolean(),
  }),
  site_id: id,
  clinician: z.object({ id, full_name: z.string() }),
  gp_surgery: z.object({ id, name: z.string() }).nullable(),
  outcomes: z.array(AppointmentOutcomeSummary),
  start: instant,
  end: instant,
  duration: z.int().positive(),
  notes: z.string(),
  patient_address: z.string(),
  completed: z.boolean(),
  completed_on: instant.nullable(),
  completed_by: id.nullable(),
  cancelled_on: instant.nullable(),
  cancellation_notes: z.string(),
  created: instant,
  modified: instant,
  version,
  /** It is null if time, site and type never changed. */
  rescheduled_on: instant.nullable(),
  changeable_until: instant.nullable(),
  forms: FormProgress,
  /** It is null until the patient answers, and again after a move. */
  attendance: AttendanceAnswer.nullable(),
})
export type Appointment = z.infer<typeof Appointment>

const BookedAppointment = Appointment.extend({
  access_token: z.string(),
})

const AppointmentWrite = z.strictObject({
  appointment_type_id: id,
  start: instant,
  site_id: id.optional(),
  availability_id: id.nullable().optional(),
  hold_id: id.optional(),
  duration: z.int().optional(),
  gp_surgery_id: id.nullable().optional(),
  notes: paragraph(LONGEST_NOTES).default(''),
  patient_id: id.optional(),
})

const When = z.enum(['upcoming', 'past'])
export type When = z.infer<typeof When>

const OwnAppointmentUpdate = z.strictObject({
  version: seenVersion,
  start: instant.optional(),
  site_id: id.optional(),
  /** Left out or null, any free competent clinician takes it. */
  availability_id: id.nullable().optional(),
})

const OwnCancellation = z.strictObject({
  cancellation_notes: paragraph(LONGEST_CANCELLATION_NOTES).default(''),
  version: seenVersion,
})

/** What a guest remembers of a booking; the reference in any spelling. */
export const AppointmentSearch = z.strictObject({
  reference: z
    .string()
    .max(40, 'Use 40 characters or fewer')
    .transform(tidyReference)
    .pipe(
      z
        .string()
        .regex(
          /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/,
          'Enter the 10 letters and numbers of your reference, like 7K3MQ-2XW9P',
        ),
    ),
  last_name: personFields.last_name,
  dob: personFields.dob,
})
export type AppointmentSearch = z.infer<typeof AppointmentSearch>

const ownAppointment = z.strictObject({ id: idText })
const withKey = z.strictObject({ key: secretKey.optional() })

export const ownAppointments = resource({
  name: 'appointment',
  path: 'appointments',
  entity: Appointment,
  searchable: [],
  orderable: ['start', 'created', 'status'],
  defaultOrder: 'start',
})

const booking = {
  query: withKey,
  body: AppointmentWrite,
  status: 201,
  errors: ['invalid', 'not_signed_in', 'not_found', 'slot_taken', 'conflict', 'too_many_requests'],
} as const

const ofWeek = {
  week: calendarDate.optional(),
  site: slug.optional(),
  key: secretKey.optional(),
}

/** They are near the appointment that cannot stay as it is, its own branch first. */
const NewTimes = z.object({
  is_needed: z.boolean(),
  times: z.array(
    z.object({
      start: instant,
      end: instant,
      site: z.object({ id, name: z.string() }),
      clinician_name: z.string(),
    }),
  ),
})
export type NewTimes = z.infer<typeof NewTimes>

export const bookingOperations = {
  'GET public/weekly-availability/': operation({
    summary: 'The times of one week at which an appointment type can be booked',
    audience: 'public',
    query: z.strictObject({
      appointment_type_slug: slug,
      ...ofWeek,
    }),
    headers: { 'Slot-Hold-Token': 'optional' },
    status: 200,
    response: WeeklyAvailability,
    errors: ['invalid', 'not_found'],
  }),
  'GET public/next-available/': operation({
    summary:
      'The next times of each appointment type at each site, up to the booking horizon. Types (slugs, with commas between them) that are not known are left out, and so are pairs without a time',
    audience: 'public',
    query: z.strictObject({
      types: typeSlugs.optional(),
      site: slug.optional(),
      count: z.coerce.number().int().min(1).max(MOST_TIMES).default(1),
      key: secretKey.optional(),
    }),
    headers: { 'Slot-Hold-Token': 'optional' },
    status: 200,
    response: NextAvailable,
    errors: ['invalid', 'too_many_requests'],
  }),
  'POST public/appointments/': operation({
    summary: 'Book an appointment as a guest',
    audience: 'guest',
    ...booking,
    headers: {
      'Guest-User-Access-Token': 'required',
      'Slot-Hold-Token': 'optional',
      'Idempotency-Key': 'optional',
    },
    response: BookedAppointment,
  }),
  'POST private/appointments/': operation({
    summary: 'Book an appointment for oneself',
    audience: 'private',
    ...booking,
    errors: [...booking.errors, 'not_allowed'],
    headers: { 'Slot-Hold-Token': 'optional', 'Idempotency-Key': 'optional' },
    response: Appointment,
  }),
  'GET private/appointments/': operation({
    summary: "List: one's own appointments",
    audience: 'private',
    query: z.strictObject({ ...listQuery, when: When.optional() }),
    status: 200,
    response: paged(Appointment),
    errors: ['not_signed_in'],
  }),
  'POST public/appointments/find/': operation({
    summary:
      'Find an appointment that was booked as a guest. Attempts are limited for each source and each reference',
    audience: 'public',
    body: AppointmentSearch,
    status: 200,
    response: z.object({
      id,
      access_token: z.string(),
    }),
    errors: ['invalid', 'not_found', 'too_many_requests'],
  }),
  ...perAudience('GET appointments/{id}/', {
    summary: "Read one's own appointment",
    params: ownAppointment,
    status: 200,
    response: Appointment,
    errors: ['not_signed_in', 'not_found'],
  }),
  ...perAudience('GET appointments/{id}/calendar.ics', {
    summary:
      'Download your own appointment as a calendar file. Each change has a higher SEQUENCE; a cancelled one removes the entry',
    params: ownAppointment,
    status: 200,
    file: 'text/calendar',
    errors: ['not_signed_in', 'not_found'],
  }),
  ...perAudience('GET appointments/{id}/weekly-availability/', {
    summary:
      "The times of a week to which one's own appointment can be moved, also of a hidden service",
    params: ownAppointment,
    query: z.strictObject(ofWeek),
    status: 200,
    response: WeeklyAvailability,
    errors: ['invalid', 'not_signed_in', 'not_found'],
    headers: { 'Slot-Hold-Token': 'optional' },
  }),
  ...perAudience('PUT appointments/{id}/', {
    summary:
      "Move one's own appointment to another time or site, until CHANGE_NOTICE_HOURS before it",
    params: ownAppointment,
    query: withKey,
    body: OwnAppointmentUpdate,
    status: 200,
    response: Appointment,
    errors: ['invalid', 'not_signed_in', 'not_found', 'slot_taken', 'conflict', 'stale'],
    headers: { 'Slot-Hold-Token': 'optional' },
  }),
  ...perAudience('GET appointments/{id}/new-times/', {
    summary:
      'Whether one’s own appointment needs another time, because it has lost its hours, clinician or room, and up to three times near it',
    params: ownAppointment,
    status: 200,
    response: NewTimes,
    errors: ['not_signed_in', 'not_found'],
  }),
  ...perAudience('PUT appointments/{id}/attendance/', {
    summary:
      'Say whether one will come to one’s own appointment, until it starts. The last answer counts; stale where it is no longer at `start`',
    params: ownAppointment,
    body: z.strictObject({ is_coming: z.boolean(), start: instant }),
    status: 200,
    response: Appointment,
    errors: ['invalid', 'not_signed_in', 'not_found', 'conflict', 'stale'],
  }),
  ...perAudience('DELETE appointments/{id}/', {
    summary: "Cancel one's own appointment",
    params: ownAppointment,
    body: OwnCancellation,
    status: 200,
    response: Appointment,
    errors: ['invalid', 'not_signed_in', 'not_found', 'conflict', 'stale'],
  }),
}
