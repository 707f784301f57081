import { fromPromise } from 'xstate'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { joiningMachine } from '#machines/waiting-list/joining.machine.ts'
import { type BookerSide, guestBookingWithActors } from '../../booking/details/booker-calls.ts'
import { waitingListCalls } from '../waiting-list-calls.ts'

type JoinDeps = BookerSide & {
  of: { appointment_type_id: number } | { appointment_id: number }
  key: string | undefined
  token: () => string | null
}

export function joiningWithActors(deps: JoinDeps) {
  return joiningMachine.provide({
    actors: {
      guestBooking: guestBookingWithActors(deps),
      joinList: fromPromise(({ input }) => join(deps, input)),
    },
  })
}

async function join(
  { api, of, key, token }: JoinDeps,
  { preference, guest }: ActorInput<typeof joiningMachine, 'joinList'>,
): Promise<ActorResult<typeof joiningMachine, 'joinList'>> {
  if (!preference) throw new Error('Nothing is chosen')
  const calls = waitingListCalls(api, () => guest?.guest_access_token ?? token())
  try {
    return { kind: 'joined', ...(await calls.join({ ...of, ...preference }, key)) }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'unsent' }
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status === 401) return { kind: 'signedOut' }
    const { detail, freeTimes } = refusal
    return { kind: 'impossible', detail, freeTimes }
  }
}
