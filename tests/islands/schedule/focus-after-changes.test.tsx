import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { ScheduleAppointment } from '#lib/contract/schedule.ts'
import { everything, sentTo } from '../people/record/clinic-appointment.ts'
import { appointment, at, schedule } from './schedule-sample.ts'
import { cell, showTo, viewerWith } from './schedule-stage.tsx'

const READ = ['GET admin/appointments/{id}/']
const MOVE = ['PUT admin/appointments/{id}/']
const CANCEL = ['DELETE admin/appointments/{id}/']

/** Sam works as well: beside Rosa, or at the quay. */
const bothWork = (siteId: number) => {
  const { rooms, occurrences } = schedule()
  return {
    rooms: [...rooms, { id: 5, name: 'Room 5', site_id: siteId }],
    occurrences: [
      ...occurrences,
      ...occurrences.map((of) => ({ ...of, id: 12, staff_id: 8, room_id: 5 })),
    ],
  }
}

const withSam: Partial<ScheduleAppointment> = { version: 2, staff_id: 8, room_id: 5 }
const answered = (given: Partial<ClinicAppointment>): ClinicAppointment =>
  sentTo(everything, {
    id: 1,
    version: 2,
    start: at('09:30'),
    end: at('09:45'),
    duration: 15,
    staff_id: 7,
    room_id: 3,
    ...given,
  })

async function open(siteOfSam: number) {
  const stage = showTo(viewerWith('clinic.change_appointment', 'clinic.delete_appointment'))
  const day = (appointments: ScheduleAppointment[]) => schedule(appointments, bothWork(siteOfSam))
  await stage.answer(day([appointment()]))
  const block = await cell(/Ines Okafor/)
  act(() => block.focus())
  return { ...stage, show: (...of: ScheduleAppointment[]) => stage.answer(day(of)) }
}
type Stage = Awaited<ReturnType<typeof open>>

const focused = () => {
  const row = document.activeElement?.closest('[role="row"]')?.getAttribute('aria-label')
  const { textContent, ariaLabel } = document.activeElement ?? {}
  return `${row}: ${textContent || ariaLabel || document.activeElement?.getAttribute('aria-label')}`
}
const samHasIt = async () =>
  await waitFor(() => expect(focused()).toMatch(/^Sam Idris: 9:30am to 9:45am.*Ines Okafor/))

async function moveAside({ api, user, show }: Stage, isAsked: boolean) {
  await user.keyboard('m{ArrowRight}{Enter}')
  if (isAsked) await user.click(await screen.findByRole('button', { name: 'Move to Quay' }))
  await waitFor(() => expect(api.isWaiting(...MOVE)).toBe(true))
  await act(async () => api.answer(MOVE, () => answered({ staff_id: 8, room_id: 5 })))
  await show(appointment(withSam))
}

async function openDialog({ api, user }: Stage) {
  await user.keyboard('{Enter}')
  await waitFor(() => expect(api.isWaiting(...READ)).toBe(true))
  await act(async () => api.answer(READ, () => answered({ version: 1 })))
  return within(await screen.findByRole('dialog'))
}

async function cancelInDialog(stage: Stage) {
  const { api, user, show } = stage
  const dialog = await openDialog(stage)
  await user.click(dialog.getByRole('button', { name: 'Cancel appointment' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel appointment' }))
  const undo_until = new Date(Date.now() + 600_000).toISOString()
  const status_change = { at: at('08:00'), by: 'Rosa Whitfield', undo_until }
  await act(async () =>
    api.answer(CANCEL, () =>
      answered({ status: 'cancelled', status_change: status_change as never }),
    ),
  )
  await show()
}

const told = () => screen.getByRole('region', { name: 'Notifications' }).textContent

test('the focus goes with an appointment to another clinician', async () => {
  const stage = await open(2)
  await moveAside(stage, false)
  await samHasIt()
})

test('the focus goes with an appointment to another branch', async () => {
  const stage = await open(4)
  await moveAside(stage, true)
  await samHasIt()
})

test('the focus goes with an appointment that was moved in its dialog', async () => {
  const stage = await open(2)
  const dialog = await openDialog(stage)
  // Somebody else moves it meanwhile: it shows when the dialog is closed.
  stage.tell({})
  await stage.show(appointment(withSam))
  await stage.user.click(dialog.getByRole('button', { name: 'Close' }))
  await samHasIt()
})

test('the focus returns to the time of an appointment that was cancelled in its dialog', async () => {
  const stage = await open(2)
  await cancelInDialog(stage)
  await stage.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(focused()).toBe('Rosa Whitfield, Mill Lane: 9:30am, free'))
})

test('the focus returns to the grid, and to the appointment, when a move is undone', async () => {
  const stage = await open(2)
  await moveAside(stage, false)
  await samHasIt()
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  await stage.user.keyboard('{Enter}')
  await samHasIt()
  await act(async () => stage.api.answer(MOVE, () => answered({ version: 3 })))
  await stage.show(appointment({ version: 3 }))
  await waitFor(() => expect(focused()).toMatch(/^Rosa Whitfield.*Ines Okafor/))
})

test('what was told of one appointment is gone when the next is opened or moved', async () => {
  const stage = await open(2)
  await moveAside(stage, false)
  expect(told()).toContain('Moved Ada Byron to 9:30am')
  await samHasIt()
  await stage.user.keyboard('m{PageDown}{Enter}')
  expect(told()).toBe('')
  await act(async () => stage.api.answer(MOVE, () => answered({ version: 3, start: at('10:30') })))
  expect(told()).toContain('Moved Ada Byron to 10:30am')
  await stage.show(appointment({ ...withSam, version: 3, start: at('10:30'), end: at('10:45') }))
  await openDialog(stage)
  expect(told()).toBe('')
})
