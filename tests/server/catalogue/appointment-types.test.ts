import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import {
  type Desk,
  NOW,
  OWN,
  openDesk,
  toKeep,
  toReschedule,
} from '../availability/availability-desk.ts'
import { addClinician, addType } from '../clinic-factory.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { newestAuditLine } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* A type is changed under the appointments that are booked of it: none is orphaned in silence. */

const NEEDED: Permission[] = [
  'clinic.change_appointmenttype',
  'clinic.delete_appointmenttype',
  'clinic.view_competency',
]

let desk: Desk
let path: string
let early: number
let late: number
const server = await runTestServer({ services: { now: () => NOW } })
beforeEach(async () => {
  desk = await openDesk(server, [...OWN, ...NEEDED, 'clinic.view_other_appointments'])
  path = `appointmenttypes/${desk.type.id}/`
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  early = await desk.book('2027-06-04T09:00:00Z')
  late = await desk.book('2027-06-08T09:00:00Z')
})

type NotificationInput = {
  orphaned: { id: number; reasons: string[]; alternatives: Place[] }[]
  unseen: { id: number; version: number }[]
}
type Place = { start: string; staff_id: number; room_id: number }
const body = (changes: Record<string, unknown>) => ({
  name: desk.type.name,
  slug: desk.type.slug,
  duration: 30,
  ...changes,
})
const preview = async (write: Record<string, unknown> | null, headers = desk.clinician.headers) =>
  (await desk.ask('POST', `${path}preview/`, { version: 1, write }, headers))
    .body as NotificationInput
const save = (changes: Record<string, unknown>, resolutions: unknown[] = []) =>
  desk.ask('PUT', path, { ...body(changes), version: 1, resolutions })

test('a competency that is newly needed tells whom it orphans, and who may take them instead', async () => {
  const held = await addStaffCompetency(desk.db, desk.staffId, { to: '2027-06-06' })
  const { id: colleague } = await addClinician(desk.db)
  await addStaffCompetency(desk.db, colleague, { competencyId: held.competency_id })
  await desk.openNextDoor(colleague, '2027-06-08')
  const needed = { competency_ids: [held.competency_id] }
  const told = await preview(body(needed))
  // The early one is taken by somebody who holds it on that day.
  expect(told.orphaned).toMatchObject([{ id: late, reasons: ['competency_missing'] }])
  const [place] = told.orphaned[0]?.alternatives ?? []
  expect(place).toMatchObject({ start: '2027-06-08T09:00:00.000Z', staff_id: colleague })
  expect((await save(needed)).outcome).toBe('409 stale')
  const saved = await save(needed, [toReschedule(late, place ?? {})])
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body).toMatchObject({ ...needed, version: 2 })
  expect(await desk.appointment(late)).toMatchObject({ staff_id: colleague })
  const line = await newestAuditLine(desk.db, ['change'], {
    subject_type: 'appointment_type',
    subject_id: desk.type.id,
  })
  expect(line.change).toEqual({ fields: ['competency_ids'], version: 2, moved: [late] })
})

test('a disabled type keeps what is booked of it, left knowingly; nobody books it any more', async () => {
  const told = await preview(body({ disabled: true }))
  expect(told.orphaned.map(({ id, reasons }) => [id, reasons])).toEqual([
    [early, ['type_disabled']],
    [late, ['type_disabled']],
  ])
  const saved = await save({ disabled: true }, [toKeep(early), toKeep(late)])
  expect(saved.body).toMatchObject({ disabled: true })
  expect(await desk.appointment(early)).toMatchObject({ status: 'booked', version: 1 })
  const kept = await desk.ask(
    'GET',
    `clinic/orphaned-appointments/?kept=yes&staff_id=${desk.staffId}`,
  )
  expect(kept.body['count']).toBe(2)
  await expect(desk.book('2027-06-05T09:00:00Z')).rejects.toThrow(/You cannot book this service/)
})

test('another duration holds for what is booked from now on', async () => {
  expect(await preview(body({ duration: 60 }))).toEqual({ orphaned: [], unseen: [] })
  expect((await save({ duration: 60 })).body).toMatchObject({ duration: 60 })
  expect(await desk.appointment(early)).toMatchObject({ duration: 30, version: 1 })
  const next = await desk.book('2027-06-05T09:00:00Z')
  expect(await desk.appointment(next)).toMatchObject({ duration: 60 })
})

test('a type that is booked, or that hours offer, is not deleted', async () => {
  const uses = await desk.ask('GET', `${path}uses/`)
  expect(uses.body['results']).toEqual([
    { what: 'appointments', count: 2, names: [] },
    { what: 'availability', count: 1, names: [expect.any(String)] },
  ])
  const answer = await desk.ask('DELETE', path, { version: 1, resolutions: [] })
  expect(answer.outcome).toBe('409 conflict')
  expect(answer.body['detail']).toContain('2 appointments and 1 availability')
})

test('whoever may not see others’ appointments is told how many, not whose', async () => {
  const held = await addStaffCompetency(desk.db, (await addClinician(desk.db)).id)
  const { headers } = await addStaffUser(server, [...OWN, ...NEEDED])
  const told = await preview(body({ competency_ids: [held.competency_id] }), headers)
  expect(told).toEqual({
    orphaned: [],
    unseen: [
      { id: early, version: 1 },
      { id: late, version: 1 },
    ],
  })
})

test('what is chosen has addresses, and what is gone is refused at its field', async () => {
  const { competency_id: first } = await addStaffCompetency(desk.db, desk.staffId)
  const saved = await save({ competency_ids: [first] })
  expect(saved.body['competencies']).toEqual([
    expect.stringMatching(new RegExp(`/api/admin/competencies/${first}/$`)),
  ])
  const gone = [first, 2_147_483_647]
  const answer = await desk.ask('PUT', path, { ...body({ competency_ids: gone }), version: 2 })
  expect(answer.body).toEqual({
    competency_ids: ['Choose from the list: one of these no longer exists'],
  })
  const twice = await desk.ask('PUT', path, {
    ...body({ competency_ids: [first, first] }),
    version: 2,
  })
  expect(twice.body).toEqual({ competency_ids: ['Choose each once'] })
  expect((await desk.ask('GET', path)).body).toMatchObject({ version: 2, competency_ids: [first] })
})

test('a hidden type is there for whoever may see hidden ones, and is hidden by nobody else', async () => {
  const hidden = await addType(desk.db, { hidden: true })
  const of = `appointmenttypes/${hidden.id}/`
  expect((await desk.ask('GET', of)).outcome).toBe('404 not_found')
  expect((await desk.ask('DELETE', of, { version: 1, resolutions: [] })).outcome).toBe(
    '404 not_found',
  )
  expect((await save({ hidden: true })).body).toEqual({
    hidden: ['You may not see hidden types, so you cannot hide one'],
  })
  const insider = await addStaffUser(server, [
    ...OWN,
    ...NEEDED,
    'clinic.view_hidden_appointment_types',
  ])
  const seen = await desk.ask('GET', of, undefined, insider.headers)
  expect(seen.body).toMatchObject({ hidden: true })
})
