import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { mondayOf, plainDateAt } from '#lib/format-date-time.ts'
import { bookingMachine } from '#machines/booking.machine.ts'
import type {
  Hold,
  HoldSlotInput,
  HoldSlotResult,
  LoadWeekInput,
  LoadWeekResult,
  RestoreDraftResult,
} from '#machines/booking.types.ts'
import { type DraftStore, draftToTakeUp } from './booking-draft.ts'
import { bookingSubmission } from './booking-submission.actors.ts'
import { guestBooking } from './guest-booking.actors.ts'
import type { GuestSession } from './guest-session.ts'
import { refusalOf, sentenceOf, waitOf } from './refusals.ts'
import type { ServerClock } from './server-clock.ts'
import { weekQuery } from './week-query.ts'

/** What the booking flow acts upon outside of itself. */
export type BookingOutside = {
  api: ApiClient
  clock: ServerClock
  queries: QueryClient
  drafts: DraftStore
  session: GuestSession
  slug: string
  /** The secret key that unlocks the service, if it needs one. */
  key: string | null
  timeZone: string
}

/** The booking machine with its effects: the API, the draft and the guest of this session. */
export function bookingWithActors(outside: BookingOutside) {
  const { drafts, session } = outside
  return bookingMachine.provide({
    actions: {
      forgetEntered() {
        drafts.wipe()
        session.forget()
      },
    },
    actors: {
      restoreDraft: fromPromise<RestoreDraftResult, { continued: boolean }>(({ input }) =>
        restoreDraft(outside, input.continued),
      ),
      loadWeek: fromPromise<LoadWeekResult, LoadWeekInput>(({ input }) => loadWeek(outside, input)),
      holdSlot: fromPromise<HoldSlotResult, HoldSlotInput>(({ input }) => holdSlot(outside, input)),
      releaseHold: fromPromise<void, { hold: Hold | null }>(({ input }) =>
        releaseHold(outside.api, input.hold),
      ),
      guestBooking: guestBooking(outside.api, outside.session),
      bookingSubmission: bookingSubmission(outside),
    },
  })
}

async function restoreDraft(
  { drafts, session }: BookingOutside,
  continued: boolean,
): Promise<RestoreDraftResult> {
  const isSameTab = drafts.isSameTab() || continued
  const stored = drafts.read()
  const draft = draftToTakeUp(stored, Date.now())
  // What was sent once is sent again as the same guest, whomever this tab knows.
  const guest = stored.attempt ? stored.guest : session.read()
  if (draft && isSameTab) {
    if (guest && !session.read()) session.keep(guest)
    return { kind: 'continued', draft, guest }
  }
  if (draft) return { kind: 'returned', draft, guest }
  // Answers without a time to ask about may be somebody else's by now.
  if (!isSameTab) drafts.wipe()
  return { kind: 'nothing' }
}

/** Monday of the wanted week, or of this one by the clinic's clock. */
export function mondayWanted(week: string | null, timeZone: string): string {
  return mondayOf(week ?? plainDateAt(Date.now(), timeZone))
}

async function loadWeek(
  outside: BookingOutside,
  { week, day, site, fresh }: LoadWeekInput,
): Promise<LoadWeekResult> {
  const { api, queries, drafts, slug, key, timeZone } = outside
  const monday = mondayWanted(week, timeZone)
  const holdToken = () => drafts.read().hold?.token ?? null
  const query = weekQuery({ api, slug, key, monday, site, holdToken })
  try {
    if (fresh) await queries.invalidateQueries({ queryKey: ['weekly-availability', slug] })
    const loaded = await queries.fetchQuery(fresh ? { ...query, staleTime: 0 } : query)
    const isInWeek = loaded.days.some(({ date }) => date === day)
    return { kind: 'loaded', week: loaded.week_start, day: isInWeek ? day : null }
  } catch (error) {
    if (refusalOf(error).status === 404) return { kind: 'withdrawn' }
    throw error
  }
}

async function holdSlot(
  { api, clock, key }: BookingOutside,
  { chosen, hold }: HoldSlotInput,
): Promise<HoldSlotResult> {
  if (!chosen) throw new Error('No time is chosen')
  try {
    const held = await api.call('POST public/slot-holds/', {
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
    if (refusal.status === 404) return { kind: 'withdrawn' }
    if (refusal.status === 409) return { kind: 'slotTaken' }
    if (refusal.status === 429) return waitOf(refusal)
    if (refusal.status === 400)
      return { kind: 'notBookable', detail: sentenceOf(refusal.fields) || refusal.detail }
    throw error
  }
}

async function releaseHold(api: ApiClient, hold: Hold | null): Promise<void> {
  if (!hold) return
  await api.call('DELETE public/slot-holds/{id}/', {
    params: { id: hold.id },
    headers: { 'Slot-Hold-Token': hold.token },
  })
}
