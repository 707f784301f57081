import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'

const site = { id: 1, slug: 'harbour-street', name: 'Harbour Street' }

export const waitingEntry: WaitingListEntry = {
  id: 12,
  state: 'waiting',
  joined: '2026-08-01T08:00:00.000Z',
  appointment_type: { id: 7, slug: 'flu-jab', name: 'Flu jab' },
  sites: [site],
  days: [1, 5],
  from_time: '00:00',
  to_time: '11:59',
  until: '2026-09-30',
  appointment: null,
  offer: null,
}

export const offeredEntry: WaitingListEntry = {
  ...waitingEntry,
  offer: {
    id: 31,
    start: '2026-08-10T08:30:00.000Z',
    end: '2026-08-10T09:00:00.000Z',
    expires: '2026-08-04T10:00:00.000Z',
    site,
    clinician_name: 'Samir Okafor',
  },
}

export const bookedEntry: WaitingListEntry = {
  ...waitingEntry,
  state: 'booked',
  appointment: {
    id: 55,
    start: '2026-08-10T08:30:00.000Z',
    end: '2026-08-10T09:00:00.000Z',
    site,
  },
}
