import type { Appointment, Slot, WeeklyAvailability } from '#lib/contract/booking.ts'
import { addDays } from '#lib/dates/format-date-time.ts'

export const LONDON = 'Europe/London'

export const harbour: Slot['site'] = {
  id: 1,
  slug: 'harbour-street',
  name: 'Harbour Street',
  display_order: 0,
}
export const mill: Slot['site'] = { id: 2, slug: 'mill-lane', name: 'Mill Lane', display_order: 0 }
export const quay: Slot['site'] = { id: 3, slug: 'quay', name: 'Quay', display_order: 0 }

/** A slot of half an hour; `start` is UTC. */
export function slotAt(start: string, site = harbour): Slot {
  const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
  return { start, end, site, remaining: 1 }
}

/** The week from a Monday on with these slots, each under its date in August (BST, UTC + 1). */
export function makeWeek(
  monday: string,
  slots: readonly Slot[],
  next: string | null = slots[0]?.start.slice(0, 10) ?? null,
): WeeklyAvailability {
  const dates = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
  return {
    appointment_type: { id: 7, slug: 'flu-jab', name: 'Flu jab', duration: 30 },
    time_zone: LONDON,
    week_start: monday,
    week_end: addDays(monday, 6),
    next_available: next,
    days: dates.map((date) => ({
      date,
      slots: slots.filter(({ start }) => start.startsWith(date)),
    })),
  }
}

export const appointment: Appointment = {
  id: 41,
  url: 'http://localhost:4321/api/public/appointments/41/',
  reference: 'KX7-4PQ',
  status: 'booked',
  patient: { id: 9, full_name: 'Ada Byron' },
  patient_id: 9,
  appointment_type: {
    id: 7,
    slug: 'flu-jab',
    name: 'Flu jab',
    prebooking_info: 'Wear short sleeves.\n\nTell us about allergies.',
    what_to_bring: 'Your NHS number.',
    prices: [{ label: 'NHS', amount: '0.00', for_whom: '' }],
  },
  appointment_type_id: 7,
  appointment_type_url: 'http://localhost:4321/api/public/appointmenttypes/7/',
  availability: null,
  availability_id: null,
  site: {
    ...harbour,
    address1: '12 Harbour Street',
    address2: '',
    city: 'Whitport',
    postcode: 'WP1 2AB',
    telephone: '01632 960 111',
    has_hours: true,
    has_location: true,
  },
  site_id: 1,
  clinician: { id: 3, full_name: 'Samir Okafor' },
  gp_surgery: null,
  outcomes: [],
  start: '2026-08-05T08:30:00.000Z',
  end: '2026-08-05T09:00:00.000Z',
  duration: 30,
  notes: '',
  patient_address: '',
  completed: false,
  completed_on: null,
  completed_by: null,
  cancelled_on: null,
  cancellation_notes: '',
  created: '2026-08-01T10:00:00.000Z',
  modified: '2026-08-01T10:00:00.000Z',
  version: 1,
  rescheduled_on: null,
  forms: { due: 0, in_progress: 0, submitted: 0 },
  attendance: null,
  changeable_until: '2026-08-05T08:30:00.000Z',
}
