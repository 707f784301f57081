import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
import type {
  Appointment,
  AppointmentOutcomeSummary,
  AppointmentStatus,
  AttendanceAnswer,
  FormProgress,
} from '#lib/contract/booking.ts'
import type { ServicePrice } from '#lib/contract/fields.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Call } from '../http/implement.ts'
import { changeableUntil } from './change-notice.ts'

type Named = {
  [Name in
    | 'type_slug'
    | 'type_name'
    | 'type_prebooking_info'
    | 'type_what_to_bring'
    | 'site_slug'
    | 'site_name'
    | 'site_address1'
    | 'site_address2'
    | 'site_city'
    | 'site_postcode'
    | 'site_telephone'
    | 'site_email'
    | 'clinician_name'
    | 'patient_name']: string
} & {
  type_prices: ServicePrice[]
  patient_person_id: number
  site_has_hours: boolean
  site_has_location: boolean
}

export const hasLetter = sql<boolean>`(kept.template_code <> '' or kept.template_path <> '')`

export const selectAppointmentOutcomes = sql<AppointmentOutcomeSummary[]>`(
  select coalesce(json_agg(json_build_object('id', given.appointment_outcome_id, 'name', kept.name,
    'version', kept.edition, 'subversion', kept.subversion, 'has_letter', ${hasLetter})
    order by ${inNameOrder('kept.name')}, given.appointment_outcome_id), '[]')
  from appointment_outcome_given as given
    join appointment_outcome_version as kept using (appointment_outcome_id, edition, subversion)
  where given.appointment_id = appointment.id and given.ended is null)`

/** A form that is being amended counts as submitted. */
const formProgress = sql<FormProgress>`(
  select json_build_object(
    'due', count(*) filter (where form.id is null and appointment.status = 'booked'),
    'in_progress', count(*) filter (where form.answers is not null and form.amends is null),
    'submitted', count(form.id) filter (where form.answers is null or form.amends is not null))
  from (
    select eform_id from appointment_type_patient_form as needed
      join eform on eform.id = needed.eform_id and not eform.archived
    where needed.appointment_type_id = appointment.appointment_type_id
    union
    select eform_id from saved_form
    where saved_form.appointment_id = appointment.id and kind = 'patient'
  ) as needed
    left join saved_form as form on form.eform_id = needed.eform_id
      and form.appointment_id = appointment.id and form.kind = 'patient')`

const formsDue = sql<FormProgress>`(
  select json_build_object('due', count(*), 'in_progress', 0, 'submitted', 0)
  from appointment_type_patient_form as needed
    join eform on eform.id = needed.eform_id and not eform.archived
  where needed.appointment_type_id = appointment.appointment_type_id)`

const attendance = sql<AttendanceAnswer | null>`(
  select json_build_object('is_coming', is_coming, 'answered', answered)
  from attendance_answer as answer
  where answer.appointment_id = appointment.id and answer.starts_at = appointment.starts_at)`

/**
 * Outer joins lose no row, and PostgreSQL leaves them out of a count. Excludes holds. `source` may
 * be a statement that names the rows it writes `appointment`.
 */
export const appointmentRows = (source: Pick<Executor, 'selectFrom'>) =>
  namedAppointments(source).select([
    selectAppointmentOutcomes.as('outcomes'),
    formProgress.as('forms'),
    attendance.as('attendance'),
  ])

const siteHasHours = sql<boolean>`not site.hidden and site.monday_hours <> ''`
const siteHasLocation = sql<boolean>`not site.hidden and site.latitude is not null`

/**
 * An appointment that is being booked has no outcome, no answer and no form that was begun. Its
 * names come by subqueries, because planning six joins takes longer than booking.
 */
export const bookedRows = (source: Pick<Executor, 'selectFrom'>) =>
  source
    .selectFrom('appointment')
    .where('appointment.status', '<>', sql.lit('held'))
    .selectAll('appointment')
    .select([
      sql<NamesInParts>`json_build_array(
        (select json_build_object('type_slug', slug, 'type_name', name,
            'type_prebooking_info', prebooking_info, 'type_what_to_bring', what_to_bring,
            'type_prices', prices)
          from appointment_type where id = appointment.appointment_type_id),
        (select json_build_object('site_slug', slug, 'site_name', name, 'site_address1', address1,
            'site_address2', address2, 'site_city', city, 'site_postcode', postcode,
            'site_telephone', telephone, 'site_has_hours', ${siteHasHours},
            'site_has_location', ${siteHasLocation}, 'site_email', email)
          from site where id = appointment.site_id),
        (select json_build_object('clinician_name', full_name)
          from staff join person on person.id = staff.person_id
          where staff.id = appointment.staff_id),
        (select json_build_object('patient_person_id', id, 'patient_name', full_name)
          from person where id = appointment.patient_id),
        json_build_object('gp_surgery_name', (
          select name from gp_surgery where id = appointment.gp_surgery_id)))`.as('named'),
      formsDue.as('forms'),
    ])

type NamesOf<Prefix extends string> = Pick<Named, Extract<keyof Named, `${Prefix}_${string}`>>
type NamesInParts = [
  NamesOf<'type'>,
  NamesOf<'site'>,
  NamesOf<'clinician'>,
  NamesOf<'patient'>,
  Pick<AppointmentRow, 'gp_surgery_name'>,
]

export function toAppointmentRow({
  named: [type, site, clinician, patient, surgery],
  ...row
}: InferResult<ReturnType<typeof bookedRows>>[number]): AppointmentRow {
  const names = { ...type, ...site, ...clinician, ...patient, ...surgery }
  return { ...row, ...names, outcomes: [], attendance: null }
}

function namedAppointments(source: Pick<Executor, 'selectFrom'>) {
  return source
    .selectFrom('appointment')
    .leftJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .leftJoin('site', 'site.id', 'appointment.site_id')
    .leftJoin('staff', 'staff.id', 'appointment.staff_id')
    .leftJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .leftJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .leftJoin('gp_surgery', 'gp_surgery.id', 'appointment.gp_surgery_id')
    .where('appointment.status', '<>', sql.lit('held'))
    .selectAll('appointment')
    .select([
      'type.slug as type_slug',
      'type.name as type_name',
      'type.prebooking_info as type_prebooking_info',
      'type.what_to_bring as type_what_to_bring',
      'type.prices as type_prices',
      'site.slug as site_slug',
      'site.name as site_name',
      'site.address1 as site_address1',
      'site.address2 as site_address2',
      'site.city as site_city',
      'site.postcode as site_postcode',
      'site.telephone as site_telephone',
      siteHasHours.as('site_has_hours'),
      siteHasLocation.as('site_has_location'),
      'site.email as site_email',
      'clinician.full_name as clinician_name',
      'patient.id as patient_person_id',
      'patient.full_name as patient_name',
      'gp_surgery.name as gp_surgery_name',
    ])
    .$narrowType<Named>()
}

export type AppointmentRow = InferResult<ReturnType<typeof appointmentRows>>[number]

type Addresses = Pick<Appointment, 'url' | 'appointment_type_url' | 'availability'>

export function presentAppointment(
  row: AppointmentRow,
  { services }: Pick<Call, 'services'>,
  { url, appointment_type_url, availability }: Addresses,
): Appointment {
  return {
    id: row.id,
    url,
    reference: row.reference,
    status: row.status as z.infer<typeof AppointmentStatus>,
    patient: { id: row.patient_person_id, full_name: row.patient_name },
    patient_id: row.patient_person_id,
    appointment_type: {
      id: row.appointment_type_id,
      slug: row.type_slug,
      name: row.type_name,
      prebooking_info: row.type_prebooking_info,
      what_to_bring: row.type_what_to_bring,
      prices: row.type_prices,
    },
    appointment_type_id: row.appointment_type_id,
    appointment_type_url,
    availability,
    availability_id: row.availability_id,
    site: {
      id: row.site_id,
      slug: row.site_slug,
      name: row.site_name,
      address1: row.site_address1,
      address2: row.site_address2,
      city: row.site_city,
      postcode: row.site_postcode,
      telephone: row.site_telephone,
      has_hours: row.site_has_hours,
      has_location: row.site_has_location,
    },
    site_id: row.site_id,
    clinician: { id: row.staff_id, full_name: row.clinician_name },
    gp_surgery:
      row.gp_surgery_id && row.gp_surgery_name
        ? { id: row.gp_surgery_id, name: row.gp_surgery_name }
        : null,
    outcomes: row.outcomes,
    start: row.starts_at.toISOString(),
    end: row.ends_at.toISOString(),
    duration: row.duration,
    notes: row.notes,
    patient_address: row.patient_address,
    completed: row.status === 'completed',
    completed_on: row.completed_on?.toISOString() ?? null,
    completed_by: row.completed_by,
    cancelled_on: row.cancelled_on?.toISOString() ?? null,
    cancellation_notes: row.cancellation_notes,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
    rescheduled_on: row.rescheduled_on?.toISOString() ?? null,
    changeable_until:
      row.status === 'booked' ? changeableUntil(row, services.settings).toISOString() : null,
    forms: row.forms,
    attendance: row.attendance && {
      is_coming: row.attendance.is_coming,
      answered: new Date(row.attendance.answered).toISOString(),
    },
  }
}
