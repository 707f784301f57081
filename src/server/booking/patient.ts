import type { ActorRole } from '#lib/contract/audit.ts'
import { toAuditActor } from '../audit/audit.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import {
  appointmentToken,
  findGuestPatient,
  PATIENT_COLUMNS,
  type PatientRow,
} from '../identity/guest-links.ts'
import { tokenHash } from '../identity/token.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'

export type BookingCaller = {
  role: ActorRole
  caller: string
  linkToken: ((reference: string) => string) | null
  readPerson: () => Promise<PatientRow>
}

/**
 * @param meant the person the caller means.
 * @throws (on reading) Refusal `not_signed_in` for an invalid token; `invalid` when that is somebody
 *   else.
 */
export function guestBooker(call: Call, meant?: number): BookingCaller {
  const token = call.headers['Guest-User-Access-Token'] ?? ''
  return {
    role: 'guest',
    caller: `guest:${tokenHash(token).toString('base64url')}`,
    linkToken: (reference) => appointmentToken(token, reference),
    readPerson: async () => {
      const person = await findGuestPatient(call.services.db, token)
      if (meant === undefined || meant === person.id) return person
      const moved = await call.services.db
        .selectFrom('person')
        .select('id')
        .where('id', '=', meant)
        .where('merged_into', '=', person.id)
        .executeTakeFirst()
      if (!moved) throw invalid({ patient_id: ['This token is for another person.'] })
      return person
    },
  }
}

/**
 * @param meant the person the caller means.
 * @throws (on reading) Refusal `not_allowed` when that is somebody else.
 */
export function signedInBooker({ services, viewer }: SignedInCall, meant?: number): BookingCaller {
  return {
    role: toAuditActor(viewer).role,
    caller: `account:${viewer.accountId}`,
    linkToken: null,
    readPerson: async () => {
      const person = await services.db
        .selectFrom('person')
        .innerJoin('account', 'account.person_id', 'person.id')
        .where('account.id', '=', viewer.accountId)
        .select(PATIENT_COLUMNS)
        .select((row) =>
          row
            .selectFrom('person as meant')
            .where('meant.id', '=', meant ?? 0)
            .select('meant.merged_into')
            .as('meantMergedInto'),
        )
        .executeTakeFirstOrThrow()
      const isMeant = meant === undefined || [meant, person.meantMergedInto].includes(person.id)
      if (!isMeant) throw new Refusal('not_allowed', 'Somebody else is signed in now.')
      return person
    },
  }
}
