import { type ActorRefFrom, createActor, fromTransition, type TransitionActorLogic } from 'xstate'
import type { Attempt, ChosenSlot, Draft, Hold, Step } from '#machines/booking/booking.types.ts'
import type { Booker } from '#machines/booking/guest-booking.machine.ts'
import type { GuestDraft } from './details/guest-draft.ts'
import { isBooker } from './details/guest-session.ts'

const KEPT_FOR_MS = 30 * 60_000

type StoredHold = Omit<Hold, 'lasts'>

export type BookingDraft = {
  step: Step
  chosen: ChosenSlot | null
  hold: StoredHold | null
  attempt: Attempt | null
  /** It is the id of an appointment beside which the person wants this one. */
  acceptedId: number | null
  /**
   * It is stored only while the answer to a confirmed booking is awaited: sent again after the tab
   * was closed, it must be the same person's, or there would be two bookings.
   */
  guest: Booker | null
  details: Partial<GuestDraft> | null
  notes: string
  typedAsGuest: Partial<GuestDraft> | null
  /** It says whose booking it had been until it became this person's in the same tab. */
  takenFrom: 'guest' | 'person' | null
  /** Somebody who is signed in books for somebody else, as a guest. */
  isForOther: boolean
}

const nothing: BookingDraft = {
  step: 'choose',
  chosen: null,
  hold: null,
  attempt: null,
  acceptedId: null,
  guest: null,
  details: null,
  notes: '',
  typedAsGuest: null,
  takenFrom: null,
  isForOther: false,
}

export type DraftEvent =
  /**
   * Nobody sees another's draft: it is that of a person (`uuid`), or of a guest (null). What is
   * being booked in this tab goes on as who signs in, or as the guest.
   */
  | { type: 'draft.owned'; owner: string | null }
  | { type: 'draft.changed'; changes: Partial<BookingDraft> }
  /** It says for whom the form was, because its last words come as it goes. */
  | { type: 'details.typed'; viewer: string | null; details: Partial<GuestDraft> }
  | { type: 'draft.wiped' }

type Typed = Extract<DraftEvent, { type: 'details.typed' }>

export type DraftStorage = {
  draft: ActorRefFrom<TransitionActorLogic<BookingDraft, DraftEvent, undefined>>
  onHoldGone: (heard: () => void) => () => void
  isSameTab: () => boolean
  /** This tab has started a booking for somebody else, and shows a page of who is signed in. */
  isForOther: () => boolean
}

type Storages = { local: () => Storage; session: () => Storage; now: () => number }

const browser: Storages = {
  local: () => localStorage,
  session: () => sessionStorage,
  now: () => Date.now(),
}

/** Begins the name of every draft in the storages. */
export const DRAFT_PREFIX = 'bookingDraft:'

/** Where the browser stores nothing, the draft lasts as long as the page. */
export function createDraftStorage(
  slug: string,
  { local, session, now }: Storages = browser,
): DraftStorage {
  const toKey = (owner: string | null) =>
    DRAFT_PREFIX + (owner === null ? slug : `${slug}:${owner}`)
  let owner: string | null | undefined
  let key = toKey(null)
  let isStored = false
  let hasStarted = false

  const load = (from: string): BookingDraft => {
    const text = attempted(() => local().getItem(from)) ?? null
    const stored = text === null ? null : parseDraft(text, now())
    if (text !== null && stored === null) attempted(() => local().removeItem(from))
    return stored ?? nothing
  }
  const readMark = () => attempted(() => session().getItem(key))
  /** A sign-out, in whichever tab, leaves nothing behind that a tab would write again. */
  const isForgotten = () =>
    owner && isStored && attempted(() => local().getItem(key) === null) === true
  const store = (draft: BookingDraft) => {
    attempted(() => local().setItem(key, JSON.stringify({ ...draft, changedAt: now() })))
    attempted(() => session().setItem(key, 'begun'))
    isStored = true
  }
  const change = (before: BookingDraft, changes: Partial<BookingDraft>) => {
    const after = { ...before, ...changes }
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    hasStarted = true
    if (!isForgotten()) store(after)
    return after
  }
  /**
   * A draft that was started in this tab may be another's too: a guest's who signs in here, or a
   * person's who goes on as a guest. What somebody else may have left in this browser is neither.
   */
  const handedOver = (before: BookingDraft, next: string | null): BookingDraft | null => {
    const isKnown = owner === undefined && (next === null || load(toKey(next)).chosen !== null)
    const isBetweenPeople = owner && next !== null
    if (isKnown || isBetweenPeople || !(hasStarted || readMark() === 'begun')) return null
    const { details, ...draft } = owner === undefined ? load(key) : before
    const acceptedId = null
    if (owner)
      return { ...draft, details, acceptedId, attempt: null, guest: null, takenFrom: 'person' }
    return { ...draft, details: null, acceptedId, typedAsGuest: details, takenFrom: 'guest' }
  }
  const belongTo = (before: BookingDraft, next: string | null) => {
    if (owner === next) {
      if (isForgotten()) store(before)
      return before
    }
    const taken = handedOver(before, next)
    const left = toKey(owner ?? null)
    owner = next
    key = toKey(next)
    hasStarted = false
    const loaded = load(key)
    isStored = loaded !== nothing
    if (!taken?.chosen) return loaded
    const draft = change(loaded, taken)
    attempted(() => local().removeItem(left))
    return draft
  }

  const storeTyped = (before: BookingDraft, { viewer, details }: Typed) => {
    if (before === nothing) return before
    if (viewer === owner) return change(before, { details })
    // A guest's words follow who signed in with them; no words go from one person to another.
    const isHandedOver = viewer === null && before.takenFrom === 'guest'
    return isHandedOver ? change(before, { typedAsGuest: details }) : before
  }

  const draft = createActor(
    fromTransition((before: BookingDraft, event: DraftEvent) => {
      if (event.type === 'draft.owned') return belongTo(before, event.owner)
      if (event.type === 'draft.changed') return change(before, event.changes)
      if (event.type === 'details.typed') return storeTyped(before, event)
      isStored = false
      attempted(() => local().removeItem(key))
      return nothing
    }, nothing),
  ).start()

  return {
    draft,
    onHoldGone(heard) {
      const stored = ({ key: changed, newValue }: StorageEvent) => {
        const { hold } = draft.getSnapshot().context
        if (changed !== key || !hold) return
        const there = newValue === null ? null : parseDraft(newValue, now())
        if (there?.hold?.token !== hold.token) heard()
      }
      addEventListener('storage', stored)
      return () => removeEventListener('storage', stored)
    },
    isForOther() {
      const guestKey = toKey(null)
      const isStarted = attempted(() => session().getItem(guestKey) === 'begun')
      return isStarted === true && load(guestKey).isForOther
    },
    isSameTab() {
      const mark = readMark()
      if (!mark) attempted(() => session().setItem(key, 'open'))
      return Boolean(mark)
    },
  }
}

export function isAnythingEntered({ details, notes }: BookingDraft): boolean {
  return details !== null || notes !== ''
}

/** Gives the draft as the machine takes it up; null when no time had been chosen. */
export function draftToTakeUp(stored: BookingDraft, now: number): Draft | null {
  const { step, chosen, hold, attempt, acceptedId } = stored
  if (!chosen) return null
  return {
    step,
    chosen,
    attempt,
    acceptedId,
    hold: hold && { ...hold, lasts: hold.expiresAt - now },
  }
}

function attempted<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

function parseDraft(text: string, now: number): BookingDraft | null {
  const stored = attempted(() => JSON.parse(text) as BookingDraft & { changedAt: number })
  if (!isRecord(stored) || typeof stored.changedAt !== 'number') return null
  const age = now - stored.changedAt
  const { step, chosen, hold, attempt, guest, details, notes } = stored
  const { acceptedId = null, typedAsGuest = null, takenFrom = null, isForOther = false } = stored
  const isDraft =
    age >= 0 &&
    age < KEPT_FOR_MS &&
    ['choose', 'details', 'review'].includes(step) &&
    (chosen === null || isChosenSlot(chosen)) &&
    (hold === null || isHold(hold)) &&
    (attempt === null || isAttempt(attempt)) &&
    (guest === null || isBooker(guest)) &&
    (acceptedId === null || typeof acceptedId === 'number') &&
    (details === null || isRecord(details)) &&
    typeof notes === 'string' &&
    (typedAsGuest === null || isRecord(typedAsGuest))
  if (!isDraft) return null
  const started = { step, chosen, hold, attempt, acceptedId, guest }
  return { ...started, details, notes, typedAsGuest, takenFrom, isForOther }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isChosenSlot(value: unknown): value is ChosenSlot {
  if (!isRecord(value) || !isRecord(value.site)) return false
  const { appointmentTypeId, start, day, site } = value
  return (
    typeof appointmentTypeId === 'number' &&
    typeof start === 'string' &&
    !Number.isNaN(Date.parse(start)) &&
    typeof day === 'string' &&
    typeof site.id === 'number' &&
    typeof site.name === 'string'
  )
}

function isHold(value: unknown): value is StoredHold {
  if (!isRecord(value)) return false
  const { id, token, expiresAt } = value
  return typeof id === 'number' && typeof token === 'string' && typeof expiresAt === 'number'
}

function isAttempt(value: unknown): value is Attempt {
  return (
    isRecord(value) && typeof value.idempotencyKey === 'string' && typeof value.notes === 'string'
  )
}
