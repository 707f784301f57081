import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { refusalOf, sentenceOf, waitOf } from '#lib/api/refusals.ts'
import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import { mondayOf, plainDateAt } from '#lib/format-date-time.ts'
import { bookingMachine } from '#machines/booking/booking.machine.ts'
import type {
  FindClashInput,
  FindClashResult,
  HoldSlotInput,
  HoldSlotResult,
  LoadWeekInput,
  LoadWeekResult,
  ReleaseHoldInput,
  RestoreDraftInput,
  RestoreDraftResult,
} from '#machines/booking/booking.types.ts'
import { holdKeepingMachine } from '#machines/booking/hold-keeping.machine.ts'
import { type DraftStore, draftToTakeUp } from './booking-draft.ts'
import type { ServerClock } from './choose/server-clock.ts'
import { weekQuery } from './choose/week-query.ts'
import { bookingSubmission } from './confirm/booking-submission.actors.ts'
import { guestBooking, laterActors } from './details/guest-booking.actors.ts'
import { type GuestSession, isKnownGuest } from './details/guest-session.ts'

/** What the booking flow acts upon outside of itself. */
export type BookingDeps = {
  api: ApiClient
  clock: ServerClock
  queries: QueryClient
  drafts: DraftStore
  session: GuestSession
  slug: string
  /** The secret key that unlocks the service, if it needs one. */
  key: string | null
  timeZone: string
  /** Of the service, in minutes. */
  durationMinutes: number
}

/** The booking machine with its effects: the API, the draft and the guest of this session. */
export function bookingWithActors(deps: BookingDeps) {
  const { drafts, session } = deps
  const actors = {
    holdSlot: fromPromise<HoldSlotResult, HoldSlotInput>(({ input }) => holdSlot(deps, input)),
  }
  return bookingMachine.provide({
    actions: {
      forgetEntered() {
        drafts.wipe()
        session.forget()
      },
    },
    actors: {
      restoreDraft: fromPromise<RestoreDraftResult, RestoreDraftInput>(({ input }) =>
        restoreDraft(deps, input),
      ),
      loadWeek: fromPromise<LoadWeekResult, LoadWeekInput>(({ input }) => loadWeek(deps, input)),
      ...actors,
      holdKeeping: holdKeepingMachine.provide({ actors }),
      releaseHold: fromPromise<void, ReleaseHoldInput>(({ input }) => releaseHold(deps.api, input)),
      findClash: fromPromise<FindClashResult, FindClashInput>(async ({ input }) =>
        (await laterActors()).findClash(deps, input),
      ),
      guestBooking: guestBooking(deps),
      bookingSubmission: bookingSubmission(deps),
    },
  })
}

async function restoreDraft(
  { drafts, session }: BookingDeps,
  { continued, viewer }: RestoreDraftInput,
): Promise<RestoreDraftResult> {
  drafts.belongTo(viewer)
  const isSameTab = drafts.isSameTab() || continued
  const stored = drafts.read()
  const draft = draftToTakeUp(stored, Date.now())
  // What was sent once is sent again as the same guest, whomever this tab knows.
  const guest = stored.attempt ? stored.guest : session.read()
  if (draft && isSameTab) {
    if (isKnownGuest(guest) && !session.read()) session.keep(guest)
    return { kind: 'continued', draft, guest }
  }
  if (draft) return { kind: 'returned', draft, guest }
  // Answers without a time to ask about may be somebody else's by now.
  if (!isSameTab) drafts.wipe()
  return { kind: 'nothing' }
}

/** Monday of the wanted week, or of this one by the clinic's clock. */
export function requestedMonday(week: string | null, timeZone: string): string {
  return mondayOf(week ?? plainDateAt(Date.now(), timeZone))
}

async function loadWeek(
  deps: BookingDeps,
  { week, day, site, fresh }: LoadWeekInput,
): Promise<LoadWeekResult> {
  const { api, queries, drafts, slug, key, timeZone } = deps
  const holdToken = () => drafts.read().hold?.token ?? null
  const load = (monday: string) => {
    const query = weekQuery({ api, slug, key, monday, site, holdToken })
    return queries.fetchQuery(fresh ? { ...query, staleTime: 0 } : query)
  }
  try {
    if (fresh) await queries.invalidateQueries({ queryKey: ['weekly-availability', slug] })
    const wanted = await load(requestedMonday(week, timeZone))
    // Nobody asked for this week: the first that has a time will do.
    const next = week === null && !hasTimes(wanted, site) ? wanted.next_available : null
    const loaded = next ? await load(mondayOf(next)) : wanted
    const isInWeek = loaded.days.some(({ date }) => date === day)
    return { kind: 'loaded', week: loaded.week_start, day: isInWeek ? day : null }
  } catch (error) {
    if (refusalOf(error).status === 404) return { kind: 'withdrawn' }
    throw error
  }
}

const hasTimes = ({ days }: WeeklyAvailability, site: string | null) =>
  days.some(({ slots }) => slots.some((slot) => site === null || slot.site.slug === site))

/** Whose paths a call takes (specification, section 6). */
const audienceOf = (viewer: string | null) => (viewer === null ? 'public' : 'private')

async function holdSlot(
  deps: BookingDeps,
  { chosen, hold, viewer }: HoldSlotInput,
): Promise<HoldSlotResult> {
  const { api, clock, key } = deps
  if (!chosen) throw new Error('No time is chosen')
  try {
    const held = await api.call(`POST ${audienceOf(viewer)}/slot-holds/`, {
      query: key ? { key } : {},
      body: {
        appointment_type_id: chosen.appointmentTypeId,
        start: chosen.start,
        site_id: chosen.site.id,
      },
      headers: { 'Slot-Hold-Token': hold?.token ?? null },
    })
    const lasts = Math.max(0, Date.parse(held.expires_at) - clock.now())
    return {
      kind: 'held',
      hold: { id: held.id, token: held.token, lasts, expiresAt: Date.now() + lasts },
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status === 401) return { kind: 'signedOut' }
    if (refusal.status === 404) return { kind: 'withdrawn' }
    if (refusal.status === 409) return (await laterActors()).takenBy(deps, chosen, viewer)
    if (refusal.status === 429) return waitOf(refusal)
    if (refusal.status === 400)
      return { kind: 'notBookable', detail: sentenceOf(refusal.fields) || refusal.detail }
    throw error
  }
}

async function releaseHold(api: ApiClient, { hold, viewer }: ReleaseHoldInput): Promise<void> {
  if (!hold) return
  await api.call(`DELETE ${audienceOf(viewer)}/slot-holds/{id}/`, {
    params: { id: hold.id },
    headers: { 'Slot-Hold-Token': hold.token },
  })
}
