import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { roomScreen } from '#islands/admin/resources/screens/rooms.ts'
import { staffScreen } from '#islands/admin/resources/screens/staff.ts'
import { orphanPreview } from '../../../machines/orphaned/change-saving.catalogue.ts'
import { refusal } from '../../fake-api.ts'
import { alerts, openRecord, type Stage } from './record-stage.tsx'

const PATH = 'admin/staff/{id}/'
const PREVIEW = [`POST ${PATH}preview/`]
const SAVE = [`PUT ${PATH}`]
const priya = {
  id: 3,
  version: 2,
  user_id: 12,
  full_name: 'Priya Shah',
  pharmacist_reg_number: '2041234',
  competencies: [],
  is_active: true,
}
const written = {
  user_id: 12,
  pharmacist_reg_number: '2041234',
  clear_pin: false,
  is_active: false,
}

async function openPriya() {
  const stage = await openRecord(3, staffScreen)
  await stage.api.answered([`GET ${PATH}`], () => priya)
  return stage
}
async function answer({ api }: Stage, key: string[], given: object) {
  await api.answered(key, () => given)
}
/** She does not work here any more. */
async function leaves(stage: Stage, told: object) {
  await stage.user.click(screen.getByLabelText('Works here'))
  await stage.press('Save')
  await answer(stage, PREVIEW, told)
}
const decideOn = async (stage: Stage, choice: string) => {
  await stage.user.selectOptions(screen.getByLabelText(/^What do you want to do with/), choice)
  await stage.press('Save and apply changes')
}
const sent = ({ api }: Stage) => api.sent.at(-1)?.options

test('a record stays with its person, and a PIN can only be cleared', async () => {
  await openPriya()
  expect(screen.getByText('Priya Shah')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Choose another/ })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/^Clear the PIN/)).toMatchObject({
    checked: false,
    type: 'checkbox',
  })
})

test('an appointment is moved together with the change; a place that is gone is chosen anew', async () => {
  const stage = await openPriya()
  await leaves(stage, orphanPreview)
  await decideOn(stage, '0')
  const moved = {
    action: 'reschedule',
    appointment_id: 41,
    version: 2,
    start: '2027-06-10T09:00:00.000Z',
    staff_id: 3,
    room_id: 2,
  }
  expect(sent(stage)).toMatchObject({ body: { ...written, version: 2, resolutions: [moved] } })
  await stage.api.failed(SAVE, refusal('slot_taken'))
  await answer(stage, PREVIEW, orphanPreview)
  expect(alerts()).toEqual([expect.stringMatching(/^An appointment or a free time has changed/)])
  await decideOn(stage, 'keep')
  expect(sent(stage)).toMatchObject({ body: { resolutions: [{ action: 'keep', version: 2 }] } })
  await answer(stage, SAVE, { ...priya, is_active: false, version: 3 })
  expect(stage.onSaved).toHaveBeenCalledOnce()
})

test('whoever may not see whose they are can leave them all the same, and is told', async () => {
  const stage = await openPriya()
  await leaves(stage, { orphaned: [], unseen: [{ id: 41, version: 2 }] })
  expect(alerts()).toEqual([expect.stringMatching(/^1 appointment is affected/)])
  await stage.press('Save and keep 1 appointment')
  expect(sent(stage)).toMatchObject({
    body: { resolutions: [{ action: 'keep', appointment_id: 41, version: 2 }] },
  })
})

test('a room goes out of use and comes back: its appointments move, or stay where the place is gone', async () => {
  const ROOM = 'admin/rooms/{id}/'
  const room = {
    id: 2,
    version: 4,
    name: 'Room 1',
    slug: 'room-1',
    site_id: 1,
    site_name: 'Mill Lane',
    title: 'Room 1, Mill Lane',
    is_active: true,
  }
  const stage = await openRecord(2, roomScreen)
  await answer(stage, [`GET ${ROOM}`], room)
  await stage.user.click(screen.getByLabelText('In use'))
  await stage.press('Save')
  const told = {
    unseen: [],
    orphaned: orphanPreview.orphaned.map((one) => ({ ...one, reasons: ['room_withdrawn'] })),
  }
  const preview = stage.api.sent.at(-1)?.options
  expect(preview).toMatchObject({ body: { version: 4, write: { is_active: false } } })
  await answer(stage, [`POST ${ROOM}preview/`], told)
  expect(screen.getByText('The room is out of use.')).toBeTruthy()
  await stage.press('Back')
  expect(screen.getByLabelText<HTMLInputElement>('In use').checked).toBe(false)
  await stage.press('Save')
  await answer(stage, [`POST ${ROOM}preview/`], told)
  await decideOn(stage, '0')
  expect(sent(stage)).toMatchObject({
    body: {
      is_active: false,
      version: 4,
      resolutions: [{ action: 'reschedule', appointment_id: 41 }],
    },
  })
  await stage.api.failed([`PUT ${ROOM}`], refusal('slot_taken'))
  await answer(stage, [`POST ${ROOM}preview/`], told)
  expect(alerts()).toEqual([expect.stringMatching(/^An appointment or a free time has changed/)])
  await decideOn(stage, 'keep')
  await answer(stage, [`PUT ${ROOM}`], { ...room, is_active: false, version: 5 })
  expect(stage.onSaved).toHaveBeenCalledOnce()
})
