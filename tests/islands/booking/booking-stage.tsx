import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { vi } from 'vitest'
import { BookingApp } from '#islands/booking/BookingApp.tsx'
import '#islands/booking/confirm/BookedStep.tsx'
import '#islands/booking/checkout.actors.ts'
import '#islands/booking/LaterSteps.tsx'
import '#islands/booking/StartAgain.tsx'
import '#islands/booking/choose/TakenNotice.tsx'
import '#islands/booking/choose/NoTimes.tsx'
import 'qrcode'
import { mondayBefore } from '#lib/dates/format-date-time.ts'
import type { ChosenSlot, Draft } from '#machines/booking/booking.types.ts'
import type { Booker } from '#machines/booking/guest-booking.machine.ts'
import { guest, person } from '../../machines/booking/booking-samples.ts'
import { fakeApi } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import { appointment, harbour, makeWeek, mill, slotAt } from './samples.ts'

export const NOW = Date.parse('2026-08-04T09:00:00Z')
const HOLD_MS = 600_000

/** A week with times on Thursday and Friday, at two sites. */
function weekAt(monday: string) {
  const day = (plus: number) =>
    new Date(Date.parse(monday) + plus * 86_400_000).toISOString().slice(0, 10)
  return makeWeek(monday, [
    slotAt(`${day(3)}T08:30:00Z`, harbour),
    slotAt(`${day(3)}T13:00:00Z`, mill),
    slotAt(`${day(4)}T08:30:00Z`, harbour),
  ])
}

const typed = {
  'First name': 'Ada',
  'Last name': 'Rowe',
  Day: '27',
  Month: '3',
  Year: '1984',
  'Email address': 'ada@example.test',
  'Mobile phone number': '07700 900982',
} as const

/** The same, as the form keeps it. */
export const answeredDetails = {
  first_name: 'Ada',
  last_name: 'Rowe',
  dob: '1984-3-27',
  email: 'ada@example.test',
  mobile: '07700 900982',
}

const { gp_surgery: _surgery, ...known } = guest

/** What the server knows of whoever is signed in here. */
export const userDetails = { ...person, landline: '', allergies: [] }

/** What the server makes of the form as it is filled in here. */
export const guestAnswer = { ...known, title: '', address1: '', city: '', nation: '', postcode: '' }

export const answers = {
  hold: () => ({
    id: 41,
    token: 'hold-token',
    start: '2026-08-06T08:30:00Z',
    end: '2026-08-06T09:00:00Z',
    site_id: harbour.id,
    expires_at: new Date(Date.now() + HOLD_MS).toISOString(),
  }),
  week: (options: Record<string, unknown>) =>
    weekAt(mondayBefore(String((options.query as { week: string }).week))),
  appointment: () => ({ ...appointment, access_token: 'appointment-token' }),
  guest: () => guestAnswer,
  /** Another appointment of the same service, a week later. */
  ownLater: () => ({
    ...appointment,
    id: 76,
    appointment_type_id: 7,
    start: '2026-08-13T08:30:00Z',
    end: '2026-08-13T09:00:00Z',
    status: 'booked' as const,
  }),
}

export type Begun = {
  draft?: Draft | null
  guest?: Booker | null | undefined
  /** `uuid` of who is signed in. */
  viewer?: string | null
  /** The tab that wrote the draft had been closed. */
  isNewTab?: boolean
  /** The server had rendered the page, as it does. */
  isRendered?: boolean
  details?: Record<string, unknown> | null
  /** The time that was pressed on the page before. */
  pressed?: ChosenSlot
  /** The person may have booked before: what they have is asked for, and waits for its answer. */
  hasBooked?: boolean
}

/** The link's token of what a guest has booked before. */
const OWN_TOKEN = 'appointmentAccess:76'

/** The real island in front of an API that waits, on a clock that moves when told to. */
export async function openBooking(started: Begun = {}) {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  // Testing Library moves a mocked clock only where it finds Jest's.
  localStorage.clear()
  sessionStorage.clear()
  // The newest entry, wherever a test before has gone back to.
  history.pushState(null, '', '/services/flu-jab/availability')
  const { draft, guest: knownGuest, details = null } = started
  if (draft || details) {
    const stored = {
      step: draft?.step ?? 'choose',
      chosen: draft?.chosen ?? null,
      hold: draft?.hold ? { ...draft.hold, expiresAt: NOW + draft.hold.lasts } : null,
      attempt: draft?.attempt ?? null,
      // As the flow keeps it: with the request that went unanswered.
      guest: draft?.attempt ? (knownGuest ?? null) : null,
      details,
      notes: '',
      changedAt: NOW,
    }
    const name = draftName(started.viewer)
    localStorage.setItem(name, JSON.stringify(stored))
    if (!started.isNewTab) sessionStorage.setItem(name, 'open')
  }
  if (knownGuest?.guest_access_token)
    sessionStorage.setItem('guestUser', JSON.stringify(knownGuest))
  if (started.hasBooked && !started.viewer) sessionStorage.setItem(OWN_TOKEN, 'own-token')
  const { pressed } = started
  if (pressed) history.replaceState(null, '', `?time=${pressed.start}`)
  return mountBooking(started.isRendered, started.viewer, started.hasBooked, pressed)
}

/** Opens the page as the browser finds it: again after a reload, or in another tab. */
export async function mountBooking(
  isRendered = false,
  viewer: string | null = null,
  hasBooked = false,
  pressed: ChosenSlot | null = null,
) {
  const nothing = { 'GET private/appointments/': () => ({ count: 0, results: [] }) }
  const api = fakeApi(hasBooked ? {} : nothing)
  const user = userEvent.setup({ delay: null })
  const island = (
    <BookingApp
      slug="flu-jab"
      serviceName="Flu jab"
      durationMinutes={30}
      serviceKey={null}
      site={null}
      week={pressed?.day ?? null}
      day={pressed?.day ?? null}
      pressed={pressed}
      viewer={viewer}
      settings={settings}
      api={api.client}
    />
  )
  const container = document.body.appendChild(document.createElement('div'))
  if (isRendered) container.innerHTML = renderToString(island)
  render(island, { container, hydrate: isRendered })
  await settled()
  const button = (name: string | RegExp) => screen.queryAllByRole('button', { name })[0]
  return {
    api,
    user,
    button,
    async press(name: string | RegExp) {
      const found = button(name)
      if (!found) throw new Error(`There is no button ${name}`)
      await user.click(found)
      await settled()
    },
    answer: api.answered,
    fail: api.failed,
    async fillIn() {
      const dialog = screen.queryByRole('dialog')
      const form = within(dialog ?? document.body)
      for (const [label, text] of Object.entries(typed)) {
        const field = form.getByLabelText(new RegExp(`^${label}`))
        await user.clear(field)
        await user.click(field)
        await user.paste(text)
      }
      await user.click(form.getByRole('button', { name: dialog ? 'Save details' : 'Continue' }))
      await settled()
    },
    heading: () => screen.getByRole('heading', { level: 1 }),
    pass: (milliseconds: number) => settled(milliseconds),
  }
}

const draftName = (viewer: string | null = null) =>
  viewer === null ? 'bookingDraft:flu-jab' : `bookingDraft:flu-jab:${viewer}`

/** The draft that the browser keeps of a person, or of a guest, as text. */
export const keptDraft = (viewer: string | null = null) => localStorage.getItem(draftName(viewer))

export type Stage = Awaited<ReturnType<typeof openBooking>>
