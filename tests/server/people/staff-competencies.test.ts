import { beforeEach, expect, test } from 'vitest'
import {
  type Desk,
  NOW,
  OWN,
  openDesk,
  toKeep,
  toReschedule,
} from '../availability/availability-desk.ts'
import { addClinician } from '../clinic-factory.ts'
import { newestAuditLine, oneRow } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addStaffCompetency } from './staff-competency.ts'

/* Nobody's appointment loses its competent clinician without somebody knowing. */

let desk: Desk
let heldId: number
let path: string
let early: number
let late: number
const NEEDED = ['clinic.change_staffcompetency', 'clinic.delete_staffcompetency'] as const

const server = await runTestServer({ services: { now: () => NOW } })
beforeEach(async () => {
  await open()
})

async function open() {
  desk = await openDesk(server, [
    ...OWN,
    ...NEEDED,
    'clinic.view_staffcompetency',
    'clinic.view_other_appointments',
  ])
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  const held = { to: '2027-12-31', neededBy: desk.type.id }
  heldId = (await addStaffCompetency(desk.db, desk.staffId, held)).id
  path = `staffcompetencies/${heldId}/`
  early = await desk.book('2027-06-04T09:00:00Z')
  late = await desk.book('2027-06-08T09:00:00Z')
}

async function lapsing(on: string) {
  const { competency_id } = await oneRow(desk.db, 'staff_competency', heldId)
  return { staff_id: desk.staffId, competency_id, issued_at: '2020-01-01', expires_at: on }
}
type NotificationInput = {
  orphaned: { id: number; version: number; alternatives: Place[] }[]
  unseen: { id: number; version: number }[]
}
type Place = { start: string; staff_id: number; room_id: number }
const toldBy = ({ body }: { body: Record<string, unknown> }) => body as NotificationInput
const toIds = (answer: { body: Record<string, unknown> }) =>
  toldBy(answer).orphaned.map(({ id }) => id)

/** Somebody who holds the competency too, and works on the day of the late appointment. */
async function addColleague() {
  const { competency_id } = await lapsing('2027-06-05')
  const { id } = await addClinician(desk.db)
  await addStaffCompetency(desk.db, id, { competencyId: competency_id })
  await desk.openNextDoor(id, '2027-06-08')
  return id
}

test('a deletion tells whom it orphans, and is refused until they are left knowingly', async () => {
  const told = await desk.ask('POST', `${path}preview/`, { version: 1, write: null })
  expect(toIds(told)).toEqual([early, late])
  expect(toldBy(told).unseen).toEqual([])
  // Nobody else may take them.
  expect(toldBy(told).orphaned.map(({ alternatives }) => alternatives)).toEqual([[], []])
  const others = [[], [toKeep(early)], [toKeep(early), toKeep(late, 2)]]
  for (const resolutions of [...others, [toKeep(early), toKeep(late), toKeep(late + 1)]]) {
    expect((await desk.ask('DELETE', path, { version: 1, resolutions })).outcome).toBe('409 stale')
  }
  const read = await newestAuditLine(desk.db, ['actor_id', 'patient_ids'], {
    action: 'appointment.listed',
    actor_id: desk.clinician.id,
  })
  const patients = [await desk.appointment(early), await desk.appointment(late)]
  expect(read.patient_ids?.toSorted()).toEqual(patients.map((one) => one.patient_id).toSorted())
  const resolutions = [toKeep(early), toKeep(late)]
  const deleted = await desk.ask('DELETE', path, { version: 1, resolutions })
  expect(deleted.status, deleted.text).toBe(204)
  const line = await newestAuditLine(desk.db, ['change'], {
    action: 'record.deleted',
    subject_id: heldId,
  })
  expect(line.change).toEqual({ kept: [early, late] })
  const listed = await desk.ask(
    'GET',
    `clinic/orphaned-appointments/?kept=yes&staff_id=${desk.staffId}`,
  )
  expect(listed.body['count']).toBe(2)
})

test('a lapse orphans those after its day alone; trying it out changes nothing', async () => {
  const write = await lapsing('2027-06-05')
  const told = await desk.ask('POST', `${path}preview/`, { version: 1, write })
  expect(toIds(told)).toEqual([late])
  expect((await desk.ask('GET', path)).body).toMatchObject({ version: 1, expires_at: '2027-12-31' })
  expect((await desk.ask('PUT', path, { ...write, version: 1 })).outcome).toBe('409 stale')
  const body = { ...write, version: 1, resolutions: [toKeep(late)] }
  const saved = await desk.ask('PUT', path, body)
  expect(saved.body).toMatchObject({ version: 2, expires_at: '2027-06-05', state: 'expiring' })
})

test('places are offered that are right after the change, and taken together with it', async () => {
  const write = await lapsing('2027-06-05')
  const colleague = await addColleague()
  const told = toldBy(await desk.ask('POST', `${path}preview/`, { version: 1, write }))
  const places = told.orphaned[0]?.alternatives ?? []
  expect(places[0]).toMatchObject({
    start: '2027-06-08T09:00:00.000Z',
    staff_id: colleague,
    room_id: desk.otherRoom.id,
  })
  for (const { staff_id, start } of places) {
    expect(staff_id === colleague || start < '2027-06-06', `${staff_id} ${start}`).toBe(true)
  }
  const [place] = places
  if (!place) throw new Error('No place is offered')
  const body = { ...write, version: 1, resolutions: [toReschedule(late, place)] }
  const saved = await desk.ask('PUT', path, body)
  expect(saved.status, saved.text).toBe(200)
  expect(await desk.appointment(late)).toMatchObject({ staff_id: colleague, version: 2 })
  expect(
    (await desk.ask('GET', `clinic/orphaned-appointments/?staff_id=${desk.staffId}`)).body['count'],
  ).toBe(0)
})

test('a place that is gone, or wrong after the change, is refused with the whole change', async () => {
  const write = await lapsing('2027-06-05')
  await addColleague()
  const wrong = {
    start: '2027-06-09T09:00:00.000Z',
    staff_id: desk.staffId,
    room_id: desk.room.id,
  }
  const body = { ...write, version: 1, resolutions: [toReschedule(late, wrong)] }
  expect((await desk.ask('PUT', path, body)).status).toBe(409)
  expect((await desk.ask('GET', path)).body).toMatchObject({ version: 1, expires_at: '2027-12-31' })
  expect(await desk.appointment(late)).toMatchObject({ staff_id: desk.staffId, version: 1 })
})

test('a longer one orphans nobody', async () => {
  const write = await lapsing('2028-06-05')
  expect(toIds(await desk.ask('POST', `${path}preview/`, { version: 1, write }))).toEqual([])
  expect((await desk.ask('PUT', path, { ...write, version: 1 })).status).toBe(200)
})

test('whoever may not see others’ appointments is told how many, not whose, and moves none', async () => {
  await addColleague()
  const { headers } = await addStaffUser(server, [
    ...NEEDED,
    'clinic.view_appointment',
    'clinic.change_appointment',
  ])
  const body = { version: 1, write: null }
  const answer = await desk.ask('POST', `${path}preview/`, body, headers)
  expect(answer.body).toEqual({
    orphaned: [],
    unseen: [
      { id: early, version: 1 },
      { id: late, version: 1 },
    ],
  })
  const place = { start: '2027-06-08T09:00:00Z', staff_id: desk.staffId, room_id: desk.room.id }
  const moving = { version: 1, resolutions: [toKeep(early), toReschedule(late, place)] }
  expect((await desk.ask('DELETE', path, moving, headers)).outcome).toBe('403 not_allowed')
  const leaving = { version: 1, resolutions: [toKeep(early), toKeep(late)] }
  expect((await desk.ask('DELETE', path, leaving, headers)).status).toBe(204)
  const open = await desk.ask(
    'GET',
    `clinic/orphaned-appointments/?kept=no&staff_id=${desk.staffId}`,
  )
  expect(open.body['count']).toBe(2)
})

test('whoever may not change appointments leaves them: no place is offered, and none taken', async () => {
  const colleague = await addColleague()
  const { headers } = await addStaffUser(server, [
    ...NEEDED,
    'clinic.view_appointment',
    'clinic.view_other_appointments',
  ])
  const write = await lapsing('2027-06-05')
  const told = await desk.ask('POST', `${path}preview/`, { version: 1, write }, headers)
  expect(toldBy(told).orphaned).toMatchObject([{ id: late, alternatives: [] }])
  const place = {
    start: '2027-06-08T09:00:00Z',
    staff_id: colleague,
    room_id: desk.otherRoom.id,
  }
  const body = { ...write, version: 1, resolutions: [toReschedule(late, place)] }
  expect((await desk.ask('PUT', path, body, headers)).outcome).toBe('403 not_allowed')
})
