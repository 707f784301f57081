import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { notifyResolved } from '#islands/orphaned/notify-resolved.ts'
import { Notifications } from '#islands/ui/feedback/Notifications.tsx'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import { orphaned } from '../../machines/orphaned/change-saving.catalogue.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { pressing } from '../hands.ts'
import { booked } from '../people/record/clinic-appointment.ts'
import { settled } from '../settled.ts'

const READ = ['GET admin/appointments/{id}/']
const MOVE = ['PUT admin/appointments/{id}/']

const [place] = orphaned.alternatives
if (!place) throw new Error('there is a free time')
const bo = { ...orphaned, id: 42, patient: { id: 10, full_name: 'Bo Lind' } }

const toResolution = ({ id, version }: OrphanedAppointment): Resolution => ({
  action: 'reschedule',
  appointment_id: id,
  version,
  start: place.start,
  staff_id: place.staff_id,
  room_id: place.room_id,
  tell_patient: true,
  message: '',
})

/** The appointment as the API has it. */
const at = (
  { id, patient, duration }: OrphanedAppointment,
  { start, version }: { start: string; version: number },
): ClinicAppointment => ({
  ...booked,
  id,
  version,
  patient: { ...booked.patient, ...patient },
  start,
  duration,
  appointment_type_id: orphaned.appointment_type.id,
  staff_id: 3,
  room_id: 2,
  clinician: { ...booked.clinician, full_name: 'Priya Shah' },
  site: { ...booked.site, ...orphaned.site },
})
const moved = (one: OrphanedAppointment) => at(one, { start: place.start, version: 3 })
const back = (one: OrphanedAppointment) => at(one, { start: one.start, version: 4 })

async function notification(
  orphans: OrphanedAppointment[],
  resolutions: Resolution[],
  restore: null | (() => Promise<unknown>) = async () => undefined,
) {
  const api = fakeApi()
  const onUndone = vi.fn()
  render(<Notifications />)
  act(() =>
    notifyResolved('Hours changed', {
      api: api.client,
      timeZone: 'Europe/London',
      resolved: { orphaned: orphans, resolutions },
      restore: restore && { done: 'The hours are as they were', run: restore },
      onUndone,
    }),
  )
  await settled()
  const user = userEvent.setup({ delay: null })
  return {
    api,
    onUndone,
    texts: () => document.querySelector('.notification-words')?.textContent,
    press: pressing(user),
    answer: async (key: string[], given: ClinicAppointment) => {
      await api.answered(key, () => given)
    },
    fail: async (key: string[], error: Error) => {
      await api.failed(key, error)
    },
  }
}

test('what was moved is said, and one press moves it back', async () => {
  const stage = await notification([orphaned], [toResolution(orphaned)])
  expect(stage.texts()).toBe(
    'Hours changed\nMoved Rosa Whitfield to 10am, Priya Shah, Harbour Street',
  )
  await stage.press('Undo the change')
  await stage.answer(READ, moved(orphaned))
  expect(stage.api.sent.at(-1)).toMatchObject({
    key: MOVE[0],
    options: { params: { id: 41 }, body: { version: 3, start: orphaned.start } },
  })
  await stage.answer(MOVE, back(orphaned))
  expect(stage.texts()).toBe(
    'Undone.\nThe hours are as they were\nRosa Whitfield is back at 3pm with Priya Shah, Harbour Street',
  )
  expect(stage.onUndone).toHaveBeenCalledOnce()
})

test('what was kept or cancelled is counted, and nothing is offered', async () => {
  const keep = { action: 'keep', appointment_id: 41, version: 2 } as const
  const cancel = {
    action: 'cancel',
    appointment_id: 42,
    version: 2,
    cancellation_notes: '',
    tell_patient: true,
    message: '',
  } as const
  const ask = { action: 'ask', appointment_id: 43, version: 2 } as const
  const stage = await notification([orphaned, bo], [keep, cancel, ask])
  expect(stage.texts()).toBe(
    'Hours changed\n1 appointment cancelled\n1 appointment kept\nWe will ask 1 patient to choose another time',
  )
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('what somebody has changed since stays where it is, and it is said whose', async () => {
  const stage = await notification([orphaned, bo], [toResolution(orphaned), toResolution(bo)])
  await stage.press('Undo the change')
  await stage.answer(READ, at(orphaned, { start: '2027-06-11T09:00:00.000Z', version: 5 }))
  expect(stage.api.sent.at(-1)).toMatchObject({ options: { body: { version: 3 } } })
  await stage.fail(MOVE, refusal('stale', { detail: 'Ada Byron moved this appointment.' }))
  await stage.answer(READ, moved(bo))
  await stage.answer(MOVE, back(bo))
  expect(stage.texts()).toBe(
    'Undone.\nThe hours are as they were\nBo Lind is back at 3pm with Priya Shah, Harbour Street\nNot undone. Rosa Whitfield: Ada Byron moved this appointment.',
  )
})

test('without an answer it can be tried again, and what is back already is left there', async () => {
  const stage = await notification([orphaned, bo], [toResolution(orphaned), toResolution(bo)])
  await stage.press('Undo the change')
  await stage.answer(READ, moved(orphaned))
  await stage.fail(MOVE, noAnswer)
  expect(stage.texts()).toMatch(/do not know whether it was undone/)
  await stage.press('Try again')
  await stage.answer(READ, back(orphaned))
  await stage.answer(READ, moved(bo))
  await stage.answer(MOVE, back(bo))
  expect(stage.texts()).toMatch(/^Undone\.\n.+\nRosa Whitfield is back .+\nBo Lind is back/)
  expect(stage.api.sent.filter(({ key }) => key === MOVE[0])).toHaveLength(2)
})

test('many are counted instead of named', async () => {
  const many = [1, 2, 3, 4, 5, 6].map((id) => ({ ...orphaned, id }))
  const stage = await notification(many, many.map(toResolution))
  expect(stage.texts()).toBe('Hours changed\n6 appointments moved')
  await stage.press('Undo the change')
  for (const one of many) await stage.answer(READ, back(one))
  expect(stage.texts()).toBe('Undone.\nThe hours are as they were\n6 appointments moved back')
})

test('hours are given back before the appointments, and nothing moves where that is refused', async () => {
  let gives: () => Promise<unknown> = async () => undefined
  const stage = await notification([orphaned], [toResolution(orphaned)], () => gives())
  await stage.press('Undo the change')
  await stage.answer(READ, moved(orphaned))
  await stage.answer(MOVE, back(orphaned))
  expect(stage.texts()).toMatch(/^Undone\.\nThe hours are as they were\n/)
  cleanup()
  gives = () => Promise.reject(refusal('stale', { detail: 'Changed since.' }))
  const other = await notification([orphaned], [toResolution(orphaned)], () => gives())
  await other.press('Undo the change')
  expect(other.texts()).toBe('Not undone. Changed since.')
  expect(other.api.sent).toEqual([])
})

test('what cannot be taken back is not offered to be', async () => {
  const stage = await notification([orphaned], [toResolution(orphaned)], null)
  expect(stage.texts()).toMatch(/^Hours changed\nMoved Rosa Whitfield/)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})
