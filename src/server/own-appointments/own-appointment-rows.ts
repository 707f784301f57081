import { sql } from 'kysely'
import type { Appointment } from '#lib/contract/booking.ts'
import {
  type AppointmentRow,
  appointmentRows,
  presentAppointment,
} from '../booking/appointment-rows.ts'
import { isVisibleType, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Call } from '../http/implement.ts'

const isTypeListed = sql<boolean>`exists (
  select from appointment_type
  where appointment_type.id = appointment.appointment_type_id
    and ${isVisibleType(visibilityOfVisitor(false))})`

export type OwnAppointmentRow = AppointmentRow & { is_type_listed: boolean }

export const ownRows = (executor: Executor) =>
  appointmentRows(executor).select(isTypeListed.as('is_type_listed'))

export const presentOwn = (
  row: OwnAppointmentRow,
  call: Pick<Call, 'apiUrl' | 'services'>,
  audience: 'public' | 'private',
): Appointment =>
  presentAppointment(row, call, {
    url: apiAddress(call, `${audience}/appointments`, row.id),
    appointment_type_url: row.is_type_listed
      ? apiAddress(call, 'public/appointmenttypes', row.appointment_type_id)
      : null,
    availability: null,
  })

/** Without the key, only listed types are booked. */
export async function presentBooked(
  row: AppointmentRow,
  call: Call,
  audience: 'public' | 'private',
  key: string | undefined,
): Promise<Appointment> {
  const is_type_listed = key === undefined || (await isPublic(call.services.db, row.id))
  return presentOwn({ ...row, is_type_listed }, call, audience)
}

async function isPublic(executor: Executor, id: number): Promise<boolean> {
  const found = await executor
    .selectFrom('appointment')
    .select(isTypeListed.as('is_type_listed'))
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.is_type_listed === true
}
