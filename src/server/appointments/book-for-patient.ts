import type { OperationBody } from '#lib/contract/contract.ts'
import { addDays, formatPlainDate, formatTime } from '#lib/dates/format-date-time.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { toClinicDate, toClinicTime, toInstant } from '#lib/scheduling/clinic-time.ts'
import { toAuditActor } from '../audit/audit.ts'
import { bookOnce, toBooking } from '../booking/booking-records.ts'
import { asStaff } from '../booking/booking-rules.ts'
import {
  checkOneSite,
  type FoundOpenings,
  findOpenings,
  listOverrides,
} from '../booking/find-openings.ts'
import { insertBooking } from '../booking/insert-appointment.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { type IdempotentRequest, idempotentRequest } from '../http/idempotency.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import type { PatientRow } from '../identity/guest-links.ts'
import { clinicianFor } from '../identity/schedule-scope.ts'
import { notifyPatient, UNTOLD } from '../messages/notify-patient.ts'
import { mergedInto } from '../people/merged-into.ts'
import { invalid, Refusal, slotTaken } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import {
  type ClinicAppointmentRow,
  clinicAppointmentRows,
  presentClinicAppointment,
} from './clinic-appointment-rows.ts'

type ClinicAppointmentWrite = OperationBody<'POST admin/appointments/'>

export const bookingForPatientRoutes = {
  'POST admin/appointments/': async ({ body }, call) =>
    presentClinicAppointment(await bookForPatient(call, body), call),
  'POST admin/appointments/series/': async ({ body }, call) => {
    const rows = await bookSeries(call, body)
    return {
      count: rows.length,
      results: rows.map((row) => presentClinicAppointment(row, call)),
    }
  },
} satisfies Handlers

/**
 * Books the requested clinician and room, else the best opening. The same `Idempotency-Key` and
 * body give the same answer.
 * @throws Refusal as `findOpenings`, `clinicianFor` and `notifyPatient`.
 */
async function bookForPatient(
  call: SignedInCall,
  requested: ClinicAppointmentWrite,
): Promise<ClinicAppointmentRow> {
  const [row] = await bookAll(call, requested, [Date.parse(requested.start)], (refusals) => {
    throw refusals.get(0) ?? slotTaken()
  })
  if (!row) throw new Error('booked nothing and refused nothing')
  return row
}

/** All or none, at the same wall-clock time. @throws Refusal `invalid` at `occurrences.N`. */
async function bookSeries(
  call: SignedInCall,
  { every_weeks, times, ...requested }: OperationBody<'POST admin/appointments/series/'>,
): Promise<ClinicAppointmentRow[]> {
  const zone = call.services.settings.CLINIC_TIME_ZONE
  const first = Date.parse(requested.start)
  const [date, time] = [toClinicDate(first, zone), toClinicTime(first, zone)]
  const starts = Array.from({ length: times }, (_, index) =>
    index === 0 ? first : toInstant(addDays(date, 7 * every_weeks * index), time, zone),
  )
  return await bookAll(call, requested, starts, (refusals) => {
    throw invalid(
      Object.fromEntries(
        [...refusals].map(([index, { message }]) => {
          const start = starts[index] ?? first
          const when = `${formatPlainDate(toClinicDate(start, zone))}, ${formatTime(start, zone)}`
          return [`occurrences.${index}`, [`${when}: ${message}`]]
        }),
      ),
    )
  })
}

async function bookAll(
  call: SignedInCall,
  requested: ClinicAppointmentWrite,
  starts: number[],
  refuse: (refusals: Map<number, Refusal>) => never,
): Promise<ClinicAppointmentRow[]> {
  const { db } = call.services
  const request = idempotentRequest(call, `staff:${call.viewer.accountId}`, [requested, starts])
  return await bookOnce(db, request, {
    count: starts.length,
    book: async () => {
      const rows = await retried(() =>
        db.transaction().execute(async (tx) => {
          const patient = await readPatient(tx, requested.patient_id)
          const ids: number[] = []
          const refusals = new Map<number, Refusal>()
          for (const [index, start] of starts.entries()) {
            const ofSeries = { index, count: starts.length }
            const booked = await bookOne(tx, call, requested, { patient, start, request, ofSeries })
            if (booked instanceof Refusal) refusals.set(index, booked)
            else ids.push(booked.id)
          }
          if (refusals.size > 0) refuse(refusals)
          await notifyPatient(tx, ids, requested)
          return await findAll(tx, ids)
        }),
      )
      announce(call.services, ...rows)
      return rows
    },
    repeat: (earlier) =>
      findAll(
        db,
        earlier.map(({ id }) => id),
      ),
  })
}

export async function readPatient(tx: Executor, id: number) {
  const patient = await tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('is_deceased', '=', false)
    .executeTakeFirst()
  if (patient) return patient
  const moved = await mergedInto(tx, id)
  throw invalid({
    patient_id: [moved?.text ?? 'You cannot book for this person. Choose another patient.'],
  })
}

type One = {
  patient: PatientRow
  start: number
  request: IdempotentRequest
  ofSeries: { index: number; count: number }
}

async function bookOne(
  tx: Executor,
  call: SignedInCall,
  requested: ClinicAppointmentWrite,
  { patient, start, request, ofSeries: { index, count } }: One,
): Promise<{ id: number } | Refusal> {
  try {
    const found = await findOpenings(tx, asStaff(call), {
      typeId: requested.appointment_type_id,
      start,
      duration: requested.duration,
      staffId: clinicianFor(call, 'appointment.book', requested.staff_id),
      roomId: requested.room_id,
      siteId: requested.site_id,
      availabilityId: requested.availability_id ?? undefined,
      patientId: patient.id,
    })
    checkOneSite(found.openings, requested)
    const booking = toBooking(call, patient, requested, {
      request,
      index,
      actor: toAuditActor(call.viewer),
      linkToken: null,
      changeAt: (opening) => ({
        ...overriddenBy(found, opening),
        ...(!requested.tell_patient && UNTOLD),
        ...(count > 1 && { occurrence: index + 1, occurrences: count }),
      }),
    })
    return (await insertBooking(tx, found.openings, booking)) ?? slotTaken()
  } catch (error) {
    return refusalOfTime(error)
  }
}

function overriddenBy(found: FoundOpenings, opening: Opening) {
  const overrides = listOverrides(found, opening)
  if (overrides.length === 0) return {}
  return {
    ...(found.isDurationChosen && {
      duration: { from: found.type.duration, to: opening.duration },
    }),
    overrides,
  }
}

/** Gives a refusal that another start may not meet. @throws any other error. */
function refusalOfTime(error: unknown): Refusal {
  const ofTime = ['slot_taken', 'conflict', 'not_allowed']
  if (error instanceof Refusal && ofTime.includes(error.code)) return error
  throw error
}

const findAll = (executor: Executor, ids: number[]) =>
  clinicAppointmentRows(executor)
    .where('appointment.id', 'in', ids)
    .orderBy('appointment.starts_at')
    .execute()
