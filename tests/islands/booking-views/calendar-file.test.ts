import { expect, it } from 'vitest'
import { calendarFile } from '#islands/booking/views/calendar-file.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { appointment } from './samples.ts'

const options = {
  productName: 'Carelane',
  manageUrl: 'https://book.example.test/manage/41#token=secret',
  now: new Date('2026-08-01T10:00:00Z'),
}
/** As a calendar reads it: folded lines joined again. */
const unfolded = (made: Appointment) =>
  calendarFile(made, options).replaceAll('\r\n ', '').split('\r\n')

it('is one event in UTC with what a person needs on the day', () => {
  expect(unfolded(appointment)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carelane//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:appointment-41@book.example.test',
    'DTSTAMP:20260801T100000Z',
    'DTSTART:20260805T083000Z',
    'DTEND:20260805T090000Z',
    'SUMMARY:Flu jab at Harbour Street',
    'LOCATION:Harbour Street\\, 12 Harbour Street\\, Whitport\\, WP1 2AB',
    'DESCRIPTION:Reference: KX7-4PQ\\nPhone: 01632 960 111\\nWear short sleeves.\\n\\nTell us about allergies.\\nFind or cancel this appointment: https://book.example.test/manage/41#token=secret\\nAnybody who has this link can see and cancel the appointment.',
    'URL:https://book.example.test/manage/41#token=secret',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('warns of the link only where it opens to everybody', () => {
  const manageUrl = 'https://book.example.test/user/appointments?appointment=41'
  const file = calendarFile(appointment, { ...options, manageUrl }).replaceAll('\r\n ', '')
  expect(file).toContain(manageUrl)
  expect(file).not.toContain('Anybody')
})

it('escapes what would end a value', () => {
  const named = {
    ...appointment,
    appointment_type: { ...appointment.appointment_type, name: 'Ears; nose, \\throat\r\nX:1' },
  }
  expect(unfolded(named)).toContain('SUMMARY:Ears\\; nose\\, \\\\throat\\nX:1 at Harbour Street')
})

it('folds lines at 75 bytes and never inside a character', () => {
  const prebooking_info = 'Ünïcödé 💉 '.repeat(40).trim()
  const long = {
    ...appointment,
    appointment_type: { ...appointment.appointment_type, prebooking_info },
  }
  const file = calendarFile(long, options)
  const rows = file.split('\r\n')
  expect(Math.max(...rows.map((row) => Buffer.byteLength(row)))).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(prebooking_info)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
