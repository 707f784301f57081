import type { ActorRole } from '#lib/contract/audit.ts'
import { actorOf } from '../audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { PATIENT_COLUMNS, type PatientRow, patientOf } from '../identity/guest-access.ts'
import { Refusal } from '../refusal.ts'

/** Whose appointments a call is about, and as whom they act. */
export type Patient = {
  person: PatientRow
  role: ActorRole
  /** Distinguishes the keys of one caller from another's. */
  caller: string
  /** The guest's secret, from which the secret of an appointment's link follows. */
  guestToken: string | null
}

/**
 * The guest whose token a call carries.
 * @throws Refusal `not_signed_in` when it is nobody's.
 */
export async function guestPatient(executor: Executor, call: Call): Promise<Patient> {
  const guestToken = call.headers['Guest-User-Access-Token'] ?? ''
  const person = await patientOf(executor, guestToken)
  return { person, role: 'guest', caller: `person:${person.id}`, guestToken }
}

/**
 * Whoever is signed in.
 * @param meant whom the caller means, if they say so.
 * @throws Refusal `not_allowed` when that is somebody else.
 */
export async function signedInPatient(
  executor: Executor,
  { viewer }: SignedInCall,
  meant: number | undefined,
): Promise<Patient> {
  if (meant !== undefined && meant !== viewer.personId) {
    throw new Refusal('not_allowed', 'Somebody else is signed in now.')
  }
  const person = await executor
    .selectFrom('person')
    .select(PATIENT_COLUMNS)
    .where('id', '=', viewer.personId)
    .executeTakeFirstOrThrow()
  return { person, role: actorOf(viewer).role, caller: `person:${person.id}`, guestToken: null }
}
