import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppointmentDialog } from '#islands/appointments/AppointmentDialog.tsx'
import { harbour } from '../booking/samples.ts'
import { refusal } from '../fake-api.ts'
import { openPart } from '../open-island.tsx'
import { booked } from '../people/record/clinic-appointment.ts'

const READ = ['GET admin/appointments/{id}/']
const PLAN = ['GET admin/appointment-planner/']
const MOVE = ['PUT admin/appointments/{id}/']

const timeAt = (start: string, site = harbour) => ({
  start: `2026-08-05T${start}:00.000Z`,
  end: `2026-08-05T${start.replace('30', '40')}:00.000Z`,
  site,
  clinicians: [{ staff_id: 3, full_name: 'Samir Okafor' }],
})
const plan = {
  times: [
    timeAt('08:30'),
    timeAt('09:30'),
    timeAt('10:30', { ...harbour, id: 2, name: 'Quay Lane' }),
  ],
}
const atNine = { ...booked, version: 2, start: '2026-08-05T09:30:00.000Z' }

/** The dialog of an appointment at 9:30am, in which somebody has pressed Move. */
async function pressMove() {
  const { api, user } = await openPart(
    <AppointmentDialog id={41} onChanged={() => undefined} onClose={() => undefined} />,
    { viewer: { permissions: ['clinic.view_appointment', 'clinic.change_appointment'] } },
  )
  const answer = async (keys: string[], given: unknown) => {
    await waitFor(() => expect(api.isWaiting(...keys)).toBe(true))
    await act(async () => api.answer(keys, () => given as never))
  }
  const press = async (name: string) =>
    await user.click(await screen.findByRole('button', { name }))
  await answer(READ, booked)
  await press('Move')
  const isAtDate = document.activeElement === screen.getByLabelText('Date')
  await answer(PLAN, plan)
  const choose = async (time: string) => {
    await user.selectOptions(await screen.findByLabelText('Time and clinician'), time)
    await press('Move appointment')
  }
  return { api, answer, press, choose, isAtDate }
}

test('pressing Move takes the focus to the date', async () => {
  expect((await pressMove()).isAtDate).toBe(true)
})

test('the time that it has is not offered', async () => {
  await pressMove()
  const times = [...(await screen.findByLabelText<HTMLSelectElement>('Time and clinician')).options]
  expect(times.map(({ text }) => text)).toEqual([
    'Choose a time',
    '10:30am, Samir Okafor, Harbour Street',
    '11:30am, Samir Okafor, Quay Lane',
  ])
})

test('without a time the focus goes to the field that lacks it', async () => {
  const { press } = await pressMove()
  await press('Move appointment')
  expect(document.activeElement).toBe(screen.getByLabelText('Time and clinician'))
})

test('the question about the branch has a heading, which takes the focus', async () => {
  const { choose } = await pressMove()
  await choose('11:30am, Samir Okafor, Quay Lane')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Move to Quay Lane?' }))
})

test('a move is undone in the dialog, also after somebody else has changed it', async () => {
  const { api, answer, press, choose } = await pressMove()
  await choose('10:30am, Samir Okafor, Harbour Street')
  await answer(MOVE, atNine)
  await screen.findByText('Moved Ada Byron to 10:30am, Samir Okafor, Harbour Street')
  await press('Undo')
  expect(api.sent.at(-1)?.options['body']).toEqual({ version: 2, start: booked.start })
  await act(async () => api.fail(MOVE, refusal('stale', { detail: 'Rosa changed this.' })))
  await answer(READ, { ...atNine, version: 3 })
  await press('Continue anyway')
  expect(api.sent.at(-1)?.options['body']).toEqual({ version: 3, start: booked.start })
  await answer(MOVE, { ...booked, version: 4 })
  await screen.findByText('Wednesday 5 August 2026, 9:30am to 10am')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
