import { type InferResult, sql } from 'kysely'
import type { ClinicFormProgress } from '#lib/contract/booking.ts'
import type { ClinicAppointment, StatusChange } from '#lib/contract/clinic-appointments.ts'
import { appointmentRights, can } from '#lib/policy/policy.ts'
import { maySeeAvailability } from '../availability/availability-access.ts'
import {
  type AppointmentRow,
  appointmentRows,
  presentAppointment,
} from '../booking/appointment-rows.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import { type Executor, sendCompiled } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import { inNameOrder } from '../database/name-order.ts'
import { apiAddress, referenceTo } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'

export const offeredOutcomes = sql<ClinicAppointment['offered_outcomes']>`(
  select coalesce(json_agg(json_build_object('id', outcome.id, 'name', outcome.name)
    order by ${inNameOrder('outcome.name')}, outcome.id), '[]')
  from appointment_type_outcome as offered
    join appointment_outcome as outcome on outcome.id = offered.appointment_outcome_id
  where offered.appointment_type_id = appointment.appointment_type_id and not outcome.archived)`

/** They are those of submitted forms that nothing replaces. */
const formAlerts = sql<ClinicFormProgress['alerts']>`(
  select coalesce(json_agg(json_build_object('level', alert -> 'level', 'text', alert -> 'text')
    order by submitted_form.id, place), '[]')
  from saved_form
    join submitted_form on submitted_form.saved_form_id = saved_form.id
    cross join jsonb_array_elements(submitted_form.alerts) with ordinality as raised (alert, place)
  where saved_form.appointment_id = appointment.id and saved_form.kind = 'patient'
    and not exists (select from submitted_form as later where later.replaces = submitted_form.id))`

export function clinicAppointmentRows(source: Pick<Executor, 'selectFrom'>) {
  return appointmentRows(source)
    .leftJoin('room', 'room.id', 'appointment.room_id')
    .leftJoin('availability', 'availability.id', 'appointment.availability_id')
    .leftJoin('person as completed_by', 'completed_by.id', 'appointment.completed_by')
    .leftJoin('person as cancelled_by', 'cancelled_by.id', 'appointment.cancelled_by')
    .select([
      'room.name as room_name',
      'type.hidden as type_hidden',
      'availability.staff_id as availability_staff_id',
      'patient.dob as patient_dob',
      'patient.nhs_number as patient_nhs_number',
      'patient.mobile as patient_mobile',
      'patient.email as patient_email',
      'completed_by.full_name as completed_by_name',
      'cancelled_by.full_name as cancelled_by_name',
      offeredOutcomes.as('offered_outcomes'),
      formAlerts.as('form_alerts'),
    ])
    .$narrowType<Named>()
}

type Named = {
  [Name in 'room_name' | 'patient_nhs_number' | 'patient_mobile' | 'patient_email']: string
}

export type ClinicAppointmentRow = InferResult<ReturnType<typeof clinicAppointmentRows>>[number] & {
  status_change?: StatusChange | null
}

const rowStatement = fixedStatement((executor, { id }: { id: number }) =>
  clinicAppointmentRows(executor).where('appointment.id', '=', id),
)

export async function readClinicAppointmentRow(executor: Executor, id: number) {
  const [row] = await sendCompiled(executor, rowStatement(executor, { id }))
  return row
}

export function presentClinicAppointment(
  row: ClinicAppointmentRow,
  call: SignedInCall,
): ClinicAppointment {
  const appointment = presentAppointment(row as AppointmentRow, call, addressesFor(row, call))
  const { status } = appointment
  return {
    ...appointment,
    version: row.version,
    patient: {
      id: row.patient_person_id,
      full_name: row.patient_name,
      dob: row.patient_dob,
      nhs_number: row.patient_nhs_number,
      mobile: row.patient_mobile,
      email: row.patient_email,
    },
    staff_id: row.staff_id,
    room: { id: row.room_id, name: row.room_name },
    room_id: row.room_id,
    completed_by_name: row.completed_by_name ?? '',
    cancelled_by_name: row.cancelled_by_name ?? '',
    status_change: row.status_change ?? null,
    outcomes: row.outcomes.map((outcome) => ({
      ...outcome,
      has_letter: outcome.has_letter && can(call.viewer, 'outcome.see', { staffId: row.staff_id }),
      url: referenceTo(call, 'admin/appointmentoutcomes', outcome.id),
    })),
    offered_outcomes: row.offered_outcomes,
    clinician_notes: row.clinician_notes,
    unfinished_forms: row.unfinished_forms,
    unfinished_forms_reason: row.unfinished_forms_reason || null,
    forms: can(call.viewer, 'submittedForm.see', { staffId: row.staff_id })
      ? { ...row.forms, alerts: row.form_alerts }
      : null,
    may: appointmentRights(call.viewer, { staffId: row.staff_id, status }),
  }
}

function addressesFor(row: ClinicAppointmentRow, call: SignedInCall) {
  const { viewer } = call
  const { availability_id, availability_staff_id } = row
  const seesType = !row.type_hidden || findVisibility(viewer).types
  const seesAvailability =
    availability_staff_id !== null && maySeeAvailability(viewer, availability_staff_id)
  return {
    url: apiAddress(call, 'admin/appointments', row.id),
    appointment_type_url: seesType
      ? referenceTo(call, 'admin/appointmenttypes', row.appointment_type_id)
      : null,
    availability:
      availability_id !== null && seesAvailability
        ? referenceTo(call, 'admin/availabilities', availability_id)
        : null,
  }
}
