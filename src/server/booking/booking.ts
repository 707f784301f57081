import type { Opening } from '#lib/scheduling/bookability.ts'
import type { AuditActor } from '../audit/audit.ts'
import type { JsonObject } from '../database/types.ts'
import type { IdempotentRequest } from '../http/idempotency.ts'
import type { Call } from '../http/implement.ts'
import type { PatientRow } from '../identity/guest-links.ts'
import { tokenHash } from '../identity/token.ts'
import { idempotentCaller } from './book-once.ts'
import type { BookingRecords } from './booking-records.ts'
import { newReference } from './reference.ts'

export type Booking = Omit<BookingRecords, 'change'> & {
  typeId: number
  reference: string
  patientId: number
  patientAddress: string
  gpSurgeryId: number | null
  notes: string
  clinicianChosen: boolean
  changeAt: (opening: Opening) => JsonObject
}

type BookingWrite = {
  appointment_type_id: number
  gp_surgery_id?: number | null | undefined
  notes: string
}

type BookedBy = {
  request: IdempotentRequest
  index?: number
  actor: AuditActor & { id: number }
  linkToken: ((reference: string) => string) | null
  clinicianChosen?: boolean
  changeAt?: Booking['changeAt']
}

export function toBooking(
  { services, source, requestId }: Call,
  patient: PatientRow,
  requested: BookingWrite,
  { request, index = 0, actor, linkToken, ...more }: BookedBy,
): Booking {
  const reference = newReference()
  return {
    typeId: requested.appointment_type_id,
    reference,
    patientId: patient.id,
    patientAddress: postalAddress(patient),
    gpSurgeryId:
      requested.gp_surgery_id === undefined ? patient.gp_surgery_id : requested.gp_surgery_id,
    notes: requested.notes,
    clinicianChosen: more.clinicianChosen ?? false,
    changeAt: more.changeAt ?? (() => ({})),
    caller: idempotentCaller(request, index),
    idempotencyKey: request.key,
    requestHash: request.hash,
    accessHash: linkToken && tokenHash(linkToken(reference)),
    accessDays: services.settings.GUEST_ACCESS_DAYS,
    actorId: actor.id,
    role: actor.role,
    source,
    requestId,
  }
}

function postalAddress(patient: PatientRow): string {
  const { address1, address2, city, county, nation, postcode } = patient
  return [address1, address2, city, county, nation, postcode].filter(Boolean).join(', ')
}
