import type { Schedule, ScheduleAppointment } from '#lib/contract/schedule.ts'

export const DAY = '2026-08-06'
const ZONE = 'Europe/London'

/** An instant of that day by the clinic's clock, which is an hour ahead of UTC. */
export const at = (time: string) => new Date(`${DAY}T${time}:00+01:00`).toISOString()

export const appointment = (given: Partial<ScheduleAppointment> = {}): ScheduleAppointment => ({
  id: 1,
  version: 1,
  status: 'booked',
  staff_id: 7,
  room_id: 3,
  start: at('09:30'),
  end: at('09:45'),
  appointment_type_id: 5,
  patient: { id: 90, full_name: 'Ines Okafor' },
  held_until: null,
  forms: null,
  is_coming: null,
  ...given,
})

/** Thursday 6 August 2026: Rosa works from 9 to 11 and has what is given, Sam is off. */
export const schedule = (
  appointments: ScheduleAppointment[] = [appointment()],
  given: Partial<Schedule> = {},
): Schedule => ({
  by: 'staff',
  time_zone: ZONE,
  from: DAY,
  to: DAY,
  days: [{ date: DAY, start: '2026-08-05T23:00:00.000Z', end: '2026-08-06T23:00:00.000Z' }],
  read_at: at('08:00'),
  columns: [
    { id: 7, name: 'Rosa Whitfield', site_id: 2 },
    { id: 8, name: 'Sam Idris', site_id: null },
  ],
  sites: [
    { id: 2, slug: 'mill-lane', name: 'Mill Lane' },
    { id: 4, slug: 'quay', name: 'Quay' },
  ],
  staff: [
    { id: 7, name: 'Rosa Whitfield' },
    { id: 8, name: 'Sam Idris' },
  ],
  rooms: [{ id: 3, name: 'Room 3', site_id: 2 }],
  appointment_types: [{ id: 5, name: 'Flu vaccination' }],
  occurrences: [
    {
      id: 11,
      availability_id: 10,
      staff_id: 7,
      room_id: 3,
      date: DAY,
      start: at('09:00'),
      end: at('11:00'),
      recurring: true,
    },
  ],
  appointments,
  ...given,
})
