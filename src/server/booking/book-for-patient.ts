import { sql } from 'kysely'
import type {
  AppointmentSeriesWrite,
  ClinicAppointmentWrite,
} from '#lib/contract/clinic-appointments.ts'
import { addDays, formatPlainDate, formatTime } from '#lib/format-date-time.ts'
import { dateOf, instantOf, timeOf } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { SignedInCall } from '../http/implement.ts'
import { mergedInto } from '../people/merged-into.ts'
import { invalid, Refusal, slotTaken } from '../refusal.ts'
import { announce } from '../schedule/announce.ts'
import { postalAddress } from './book-appointment.ts'
import { auditAppointment } from './change-appointment.ts'
import { type ClinicAppointmentRow, clinicAppointmentRows } from './clinic-appointment-rows.ts'
import { bookOnce, callerOf, type IdempotentRequest, idempotentRequest } from './idempotency.ts'
import { clinicianFor } from './others-appointments.ts'
import { findPlaces, type Place } from './place.ts'
import { newReference } from './reference.ts'
import { clearExpiredHolds } from './slot-holds.ts'
import { lockedOpening } from './take-slot.ts'

/**
 * Books for a patient: with the clinician and in the room that are asked for, else with whoever is
 * competent, free and least busy. The same `Idempotency-Key` and body give the same answer.
 * @throws Refusal as `findPlaces`; `not_allowed` with another clinician, for who sees their own only.
 */
export async function bookForPatient(
  call: SignedInCall,
  wanted: ClinicAppointmentWrite,
): Promise<ClinicAppointmentRow> {
  const [row] = await bookAll(call, wanted, [Date.parse(wanted.start)], (refusals) => {
    throw refusals.get(0) ?? slotTaken()
  })
  if (!row) throw new Error('booked nothing and refused nothing')
  return row
}

/**
 * Books the same every so many weeks at the same time of the clinic's clock, all of them or none.
 * @throws Refusal `invalid` that names each one that does not fit as `occurrences.N`, counted from 0.
 */
export async function bookSeries(
  call: SignedInCall,
  { every_weeks, times, ...wanted }: AppointmentSeriesWrite,
): Promise<ClinicAppointmentRow[]> {
  const zone = call.services.settings.CLINIC_TIME_ZONE
  const first = Date.parse(wanted.start)
  const [date, time] = [dateOf(first, zone), timeOf(first, zone)]
  const starts = Array.from({ length: times }, (_, index) =>
    index === 0 ? first : instantOf(addDays(date, 7 * every_weeks * index), time, zone),
  )
  return await bookAll(call, wanted, starts, (refusals) => {
    throw invalid(
      Object.fromEntries(
        [...refusals].map(([index, { message }]) => {
          const start = starts[index] ?? first
          const when = `${formatPlainDate(dateOf(start, zone))}, ${formatTime(start, zone)}`
          return [`occurrences.${index}`, [`${when}: ${message}`]]
        }),
      ),
    )
  })
}

/** Books every start or, if any is refused, leaves it to `refuse` to say so; refusals by position. */
async function bookAll(
  call: SignedInCall,
  wanted: ClinicAppointmentWrite,
  starts: number[],
  refuse: (refusals: Map<number, Refusal>) => never,
): Promise<ClinicAppointmentRow[]> {
  const { db } = call.services
  const request = idempotentRequest(call, `staff:${call.viewer.accountId}`, [wanted, starts])
  return await bookOnce(db, request, {
    count: starts.length,
    book: async () => {
      const rows = await retried(() =>
        db.transaction().execute(async (tx) => {
          const patient = await readPatient(tx, wanted)
          const ids: number[] = []
          const refusals = new Map<number, Refusal>()
          for (const [index, start] of starts.entries()) {
            const booked = await bookOne(tx, call, wanted, patient, start).catch(refusalOfTime)
            if (booked instanceof Refusal) {
              refusals.set(index, booked)
              continue
            }
            ids.push(booked.id)
            await remember(tx, request, index, booked.id)
            await auditAppointment(tx, call, booked, 'appointment.booked', {
              ...overriddenBy(booked.place),
              ...(starts.length > 1 && { occurrence: index + 1, occurrences: starts.length }),
            })
          }
          if (refusals.size > 0) refuse(refusals)
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

type PatientRow = Awaited<ReturnType<typeof readPatient>>

async function readPatient(tx: Executor, { patient_id }: ClinicAppointmentWrite) {
  const patient = await tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', patient_id)
    .where('is_active', '=', true)
    .where('is_deceased', '=', false)
    .executeTakeFirst()
  if (patient) return patient
  const moved = await mergedInto(tx, patient_id)
  throw invalid({
    patient_id: [moved?.words ?? 'You cannot book for this person. Choose another patient.'],
  })
}

/** @returns what was booked, nothing if every place was taken in the meantime. */
async function bookOne(
  tx: Executor,
  call: SignedInCall,
  wanted: ClinicAppointmentWrite,
  patient: PatientRow,
  start: number,
) {
  const places = await findPlaces(tx, call, {
    typeId: wanted.appointment_type_id,
    start,
    duration: wanted.duration,
    staffId: clinicianFor(call, wanted.staff_id),
    roomId: wanted.room_id,
    siteId: wanted.site_id,
    patientId: patient.id,
  })
  for (const place of places) {
    await clearExpiredHolds(tx, place, start, place.duration)
    const row = await insertAppointment(tx, wanted, patient, start, place)
    if (row) return { ...row, place }
  }
  throw slotTaken()
}

/** What the audit trail says of a place that took a permission of its own. */
function overriddenBy({ overrides, duration, typeDuration }: Place) {
  if (overrides.length === 0) return {}
  const isChosen = overrides.includes('duration')
  return { ...(isChosen && { duration: { from: typeDuration, to: duration } }), overrides }
}

/** A refusal of this time, which another time may not meet. @throws any other error. */
function refusalOfTime(error: unknown): Refusal {
  const ofTime = ['slot_taken', 'conflict', 'not_allowed']
  if (error instanceof Refusal && ofTime.includes(error.code)) return error
  throw error
}

const insertAppointment = (
  tx: Executor,
  wanted: ClinicAppointmentWrite,
  patient: PatientRow,
  start: number,
  place: Place,
) =>
  tx
    .insertInto('appointment')
    .columns([
      'status',
      'reference',
      'patient_id',
      'patient_address',
      'gp_surgery_id',
      'notes',
      'appointment_type_id',
      'availability_id',
      'staff_id',
      'room_id',
      'site_id',
      'starts_at',
      'duration',
    ])
    .expression(
      lockedOpening(tx, place.occurrenceId).select([
        sql<string>`'booked'`.as('status'),
        sql<string>`${newReference()}::text`.as('reference'),
        sql<number>`${patient.id}::integer`.as('patient_id'),
        sql<string>`${postalAddress(patient)}::text`.as('patient_address'),
        sql<number | null>`${
          wanted.gp_surgery_id === undefined ? patient.gp_surgery_id : wanted.gp_surgery_id
        }::integer`.as('gp_surgery_id'),
        sql<string>`${wanted.notes}::text`.as('notes'),
        sql<number>`${wanted.appointment_type_id}::integer`.as('appointment_type_id'),
        'opening.availability_id',
        'opening.staff_id',
        'opening.room_id',
        sql<number>`${place.siteId}::integer`.as('site_id'),
        sql<Date>`${new Date(start)}::timestamptz`.as('starts_at'),
        sql<number>`${place.duration}::integer`.as('duration'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'patient_id'])
    .executeTakeFirst()

async function remember(
  tx: Executor,
  request: IdempotentRequest,
  index: number,
  id: number,
): Promise<void> {
  const { key, hash } = request
  if (key === null) return
  await tx
    .insertInto('idempotency_key')
    .values({ caller: callerOf(request, index), key, request_hash: hash, appointment_id: id })
    .execute()
}

const findAll = (executor: Executor, ids: number[]) =>
  clinicAppointmentRows(executor)
    .where('appointment.id', 'in', ids)
    .orderBy('appointment.starts_at')
    .execute()
