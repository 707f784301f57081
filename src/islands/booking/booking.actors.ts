import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import { mondayBefore, plainDateAt } from '#lib/dates/format-date-time.ts'
import type {
  ReleaseHoldInput,
  RestoreDraftInput,
  RestoreDraftResult,
} from '#machines/booking/booking.types.ts'
import { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import type { BookingDeps } from './booking-deps.ts'
import { draftToTakeUp } from './booking-draft.ts'
import { holdAudience, requestHold } from './choose/request-hold.ts'
import { weekQuery } from './choose/week-query.ts'
import { isKnownGuest } from './details/guest-session.ts'

export const loadCheckout = () => import('./checkout.actors.ts')

/** Gives the choice of a time its effects: the API, the draft and the guest of this session. */
export function slotChoiceWithActors(deps: BookingDeps) {
  const { drafts, session } = deps
  const machine = slotChoiceMachine.provide({
    actions: {
      forgetEntered() {
        drafts.draft.send({ type: 'draft.wiped' })
        session.forget()
      },
    },
    actors: {
      restoreDraft: fromPromise(({ input }) => restoreDraft(deps, input)),
      weekChoice: weekChoiceMachine.provide({
        actors: {
          loadWeek: fromPromise(({ input }) => loadWeek(deps, input)),
        },
      }),
      holdSlot: fromPromise(({ input }) => requestHold(deps, input)),
      fetchCheckout: fromPromise(async () => {
        const { checkoutWithActors } = await loadCheckout()
        // The machine looks an actor up when it is invoked.
        machine.implementations.actors['checkout'] = checkoutWithActors(deps)
      }),
      releaseHold: fromPromise(({ input }) => releaseHold(deps.api, input)),
    },
  })
  return machine
}

async function restoreDraft(
  { drafts, session }: BookingDeps,
  { continued, viewer }: RestoreDraftInput,
): Promise<RestoreDraftResult> {
  drafts.draft.send({ type: 'draft.owned', owner: viewer })
  const isSameTab = drafts.isSameTab() || continued
  const stored = drafts.draft.getSnapshot().context
  const draft = draftToTakeUp(stored, Date.now())
  // What was sent once is sent again as the same guest, whomever this tab knows.
  const guest = stored.attempt ? stored.guest : session.read()
  if (draft && isSameTab) {
    if (isKnownGuest(guest) && !session.read()) session.keep(guest)
    return { kind: 'continued', draft, guest }
  }
  if (draft) return { kind: 'returned', draft, guest }
  // Answers without a time to ask about may be somebody else's by now.
  if (!isSameTab) drafts.draft.send({ type: 'draft.wiped' })
  return { kind: 'nothing' }
}

/** Is Monday of the requested week, or of this one by the clinic's clock. */
export function requestedMonday(week: string | null, timeZone: string): string {
  return mondayBefore(week ?? plainDateAt(Date.now(), timeZone))
}

async function loadWeek(
  deps: BookingDeps,
  { week, day, site, fresh }: ActorInput<typeof weekChoiceMachine, 'loadWeek'>,
): Promise<ActorResult<typeof weekChoiceMachine, 'loadWeek'>> {
  const { api, queries, drafts, slug, key, timeZone } = deps
  const holdToken = () => drafts.draft.getSnapshot().context.hold?.token ?? null
  const load = (monday: string) => {
    const query = weekQuery({ api, slug, key, monday, site, holdToken })
    return queries.fetchQuery(fresh ? { ...query, staleTime: 0 } : query)
  }
  try {
    if (fresh) await queries.invalidateQueries({ queryKey: ['weekly-availability', slug] })
    const requested = await load(requestedMonday(week, timeZone))
    const next = week === null && !hasTimes(requested, site) ? requested.next_available : null
    const loaded = next ? await load(mondayBefore(next)) : requested
    const isInWeek = loaded.days.some(({ date }) => date === day)
    return { kind: 'loaded', week: loaded.week_start, day: isInWeek ? day : null }
  } catch (error) {
    if (certainRefusal(error).status === 404) return { kind: 'withdrawn' }
    throw error
  }
}

const hasTimes = ({ days }: WeeklyAvailability, site: string | null) =>
  days.some(({ slots }) => slots.some((slot) => site === null || slot.site.slug === site))

async function releaseHold(api: ApiClient, { hold, viewer }: ReleaseHoldInput): Promise<void> {
  if (!hold) return
  await api.call(`DELETE ${holdAudience(viewer)}/slot-holds/{id}/`, {
    params: { id: hold.id },
    headers: { 'Slot-Hold-Token': hold.token },
  })
}
