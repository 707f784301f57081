import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentScreen } from '#islands/admin/resources/screens/appointments.tsx'
import { openScreen } from './record-stage.tsx'

const appointment = {
  id: 7,
  version: 1,
  reference: '7K3MQ-2XW9P',
  status: 'booked',
  attendance: { is_coming: false, answered: '2026-08-01T10:00:00.000Z' },
  staff_id: 3,
  start: '2026-08-06T08:30:00Z',
  patient_name: 'Ada Byron',
  type_name: 'Ear check',
  staff_name: 'Grace Hopper',
  site_name: 'Quay',
  room_name: 'Room 1',
  duration: 15,
}

test('a list of what is changed elsewhere leads to its records and to the schedule', async () => {
  const { api } = await openScreen([appointment], '', appointmentScreen)
  expect(api.sent.at(-1)?.options).toMatchObject({ query: { ordering: 'start' } })
  const table = within(screen.getByRole('table', { name: 'Appointments' }))
  const record = table.getByRole('link', { name: /open 7K3MQ-2XW9P$/ })
  expect(record.textContent).toMatch(/^6\s*August 2026, 9:30am/)
  expect(record.getAttribute('href')).toBe('/clinic/record-details?appointment_id=7')
  const schedule = table.getByRole('link', { name: /open the day of 7K3MQ-2XW9P$/ })
  expect(schedule.getAttribute('href')).toBe('/clinic/schedule/staff/3/2026/08/06')
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  expect(screen.getByText('1 appointment')).toBeTruthy()
})
