import type { Attempt, ChosenSlot, Draft, Hold, Step } from '#machines/booking.types.ts'
import type { KnownGuest } from '#machines/guest-booking.machine.ts'
import { isKnownGuest } from './guest-session.ts'
import type { GuestDraft } from './views/guest-draft.ts'

/** A draft is forgotten this long after its last change. */
const KEPT_FOR_MS = 30 * 60_000

type StoredHold = Omit<Hold, 'lasts'>

/** What of a booking survives a reload, the end of a hold and a closed tab. */
export type BookingDraft = {
  step: Step
  chosen: ChosenSlot | null
  hold: StoredHold | null
  attempt: Attempt | null
  /**
   * Kept only while the answer to a confirmed booking is awaited: sent again after the tab was
   * closed, it must be the same guest's, or one person would have two bookings.
   */
  guest: KnownGuest | null
  /** The guest form as typed. */
  details: Partial<GuestDraft> | null
  notes: string
}

const nothing: BookingDraft = {
  step: 'choose',
  chosen: null,
  hold: null,
  attempt: null,
  guest: null,
  details: null,
  notes: '',
}

export type DraftStore = {
  read: () => BookingDraft
  change: (changes: Partial<BookingDraft>) => void
  wipe: () => void
  /** The tab that wrote the draft is still the same; a tab asked once answers for itself. */
  isSameTab: () => boolean
}

type Storages = { local: () => Storage; session: () => Storage; now: () => number }

const browser: Storages = {
  local: () => localStorage,
  session: () => sessionStorage,
  now: () => Date.now(),
}

/** The draft of one service. Where the browser keeps nothing, the draft lasts as long as the page. */
export function draftStore(slug: string, { local, session, now }: Storages = browser): DraftStore {
  const key = `bookingDraft:${slug}`
  let current: BookingDraft | null = null

  const load = (): BookingDraft => {
    const text = attempted(() => local().getItem(key)) ?? null
    const stored = text === null ? null : parseDraft(text, now())
    if (text !== null && stored === null) attempted(() => local().removeItem(key))
    return stored ?? nothing
  }
  const read = () => {
    current ??= load()
    return current
  }
  return {
    read,
    change(changes) {
      const before = read()
      const after = { ...before, ...changes }
      if (JSON.stringify(after) === JSON.stringify(before)) return
      current = after
      attempted(() => local().setItem(key, JSON.stringify({ ...after, changedAt: now() })))
    },
    wipe() {
      current = nothing
      attempted(() => local().removeItem(key))
    },
    isSameTab() {
      const isSame = attempted(() => session().getItem(key)) === 'open'
      attempted(() => session().setItem(key, 'open'))
      return isSame
    },
  }
}

/** Whether the person has begun to fill in what is asked. */
export function isAnythingEntered({ details, notes }: BookingDraft): boolean {
  return details !== null || notes !== ''
}

/** The draft as the machine takes it up; null when no time had been chosen. */
export function draftToTakeUp(stored: BookingDraft, now: number): Draft | null {
  const { step, chosen, hold, attempt } = stored
  if (!chosen) return null
  return { step, chosen, attempt, hold: hold && { ...hold, lasts: hold.expiresAt - now } }
}

function attempted<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Reads what was stored; null when it is too old or not a draft of this version. */
function parseDraft(text: string, now: number): BookingDraft | null {
  const stored = attempted(() => JSON.parse(text) as BookingDraft & { changedAt: number })
  if (!isRecord(stored) || typeof stored.changedAt !== 'number') return null
  const age = now - stored.changedAt
  const { step, chosen, hold, attempt, guest, details, notes } = stored
  const isDraft =
    age >= 0 &&
    age < KEPT_FOR_MS &&
    ['choose', 'details', 'review'].includes(step) &&
    (chosen === null || isChosenSlot(chosen)) &&
    (hold === null || isHold(hold)) &&
    (attempt === null || isAttempt(attempt)) &&
    (guest === null || isKnownGuest(guest)) &&
    (details === null || isRecord(details)) &&
    typeof notes === 'string'
  return isDraft ? { step, chosen, hold, attempt, guest, details, notes } : null
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
