import type { InferResult, NotNull } from 'kysely'
import type { Executor } from '../database/connection.ts'

export const locatedAppointments = (executor: Executor) =>
  executor
    .selectFrom('appointment')
    .leftJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .leftJoin('site as place', 'place.id', 'appointment.site_id')
    .leftJoin('room', 'room.id', 'appointment.room_id')
    .leftJoin('staff', 'staff.id', 'appointment.staff_id')
    .leftJoin('person as doer', 'doer.id', 'staff.person_id')
    .leftJoin('person as seen', 'seen.id', 'appointment.patient_id')
    .where('appointment.status', '<>', 'held')
    .select([
      'appointment.id',
      'appointment.starts_at as start',
      'appointment.ends_at as end',
      'appointment.duration',
      'appointment.status',
      'type.id as appointment_type_id',
      'type.name as appointment_type',
      'place.id as site_id',
      'place.slug as site_slug',
      'place.name as site',
      'room.id as room_id',
      'room.name as room_name',
      'staff.id as staff_id',
      'doer.full_name as clinician',
      'seen.id as patient_id',
      'seen.full_name as patient',
    ])
    .$narrowType<Joined>()

type LocatedAppointment = InferResult<ReturnType<typeof locatedAppointments>>[number]

type Joined = Record<
  | 'appointment_type_id'
  | 'appointment_type'
  | 'site_id'
  | 'site_slug'
  | 'site'
  | 'room_id'
  | 'room_name'
  | 'staff_id'
  | 'clinician'
  | 'patient_id'
  | 'patient',
  NotNull
>

export const presentLocated = (row: LocatedAppointment) => ({
  id: row.id,
  start: row.start.toISOString(),
  end: row.end.toISOString(),
  appointment_type: { id: row.appointment_type_id, name: row.appointment_type },
  site: { id: row.site_id, slug: row.site_slug, name: row.site },
  room: { id: row.room_id, name: row.room_name },
  clinician: { id: row.staff_id, full_name: row.clinician },
  patient: { id: row.patient_id, full_name: row.patient },
})
