import '../../ui/island-setup.ts'

import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppointmentRecord } from '#islands/people/record/AppointmentRecord.tsx'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { fakeApi, noAnswer, refusal } from '../../fake-api.ts'
import { settings } from '../../public-settings.ts'
import { booked, sentTo } from './clinic-appointment.ts'

// What a query has heard is shown at once, not with the next task.
beforeAll(() => notifyManager.setScheduler((show) => show()))
afterAll(() => notifyManager.setScheduler(defaultScheduler))

const READ = ['GET admin/appointments/{id}/']
const OTHERS = ['GET admin/appointments/']
const CANCELLED = ['GET admin/cancelled-appointments/']

function show(permissions: Permission[] = ['clinic.view_appointment']) {
  const api = fakeApi()
  const viewer = {
    id: 1,
    uuid: '3f0e7a34-7c8f-4f0e-9f4e-0c6a4f2f7a11',
    full_name: 'Rosa Whitfield',
    permissions,
    is_staff: true,
    is_superuser: false,
    staff_id: 3,
    expires_at: '2026-08-06T12:00:00Z',
  }
  render(<AppointmentRecord id={41} viewer={viewer} settings={settings} api={api.client} />)
  const settle = (work: () => void) =>
    act(async () => {
      work()
      await new Promise((done) => setTimeout(done, 5))
    })
  return { api, settle }
}

const page = (...results: ClinicAppointment[]) => ({ count: results.length, results })

it('shows what is on file, and what else the patient has', async () => {
  const { api, settle } = show()
  await settle(() => api.answer(READ, () => sentTo([], {})))
  expect(screen.getByText('Ada Byron')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open in the schedule' }).getAttribute('href')).toBe(
    '/clinic/schedule/staff/3/2026/08/05',
  )
  expect(screen.queryByRole('link', { name: 'History' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change the appointment' })).toBeNull()
  await settle(() =>
    api.answer(OTHERS, ({ query }) => {
      expect(query).toMatchObject({ patient_id: 9, ordering: '-start' })
      return page(booked, { ...booked, id: 40, status: 'did_not_attend' })
    }),
  )
  await settle(() => api.answer(CANCELLED, () => page({ ...booked, id: 39, status: 'cancelled' })))
  const others = within(screen.getByRole('region', { name: 'Other appointments of Ada Byron' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/clinic/record-details?appointment_id=40',
    '/clinic/record-details?appointment_id=39',
  ])
  expect(others.getByText(/did not attend/)).toBeDefined()
})

it('is acted on in the dialog, and then shows what became of it', async () => {
  const held: Permission[] = ['clinic.view_appointment', 'clinic.change_appointment']
  const { api, settle } = show(held)
  await settle(() => api.answer(READ, () => sentTo(held, {})))
  await userEvent.click(screen.getByRole('button', { name: 'Change the appointment' }))
  await screen.findByRole('dialog')
  await settle(() => api.answer(READ, () => booked))
  await userEvent.click(screen.getByRole('button', { name: 'Complete' }))
  await settle(() =>
    api.answer(['PUT admin/appointments/{id}/complete_appointment/'], () =>
      sentTo(held, {
        status: 'completed',
        completed_on: '2026-08-05T09:00:00.000Z',
        completed_by_name: 'Samir Okafor',
      }),
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByText(/Completed, .* by Samir Okafor/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change the appointment' })).toBeNull()
})

it('says why there is nothing to see, and asks again', async () => {
  const { api, settle } = show()
  await settle(() => api.fail(READ, noAnswer))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle(() => api.fail(READ, refusal('not_allowed')))
  expect(screen.getByRole('alert').textContent).toContain('You no longer have permission')
})
