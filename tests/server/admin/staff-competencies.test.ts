import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Desk, NOW, OWN, openDesk } from '../clinic/availability-desk.ts'
import { addCompetency } from '../clinic/competency.ts'
import { addSignedIn } from '../signed-in.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/* Nobody's appointment loses its competent clinician without somebody knowing. */

let server: TestServer
let desk: Desk
let heldId: number
let path: string
let early: number
let late: number
const NEEDED = ['clinic.change_staffcompetency', 'clinic.delete_staffcompetency'] as const

beforeAll(async () => {
  server = await startTestServer({ services: { now: () => NOW } })
})
beforeEach(async () => {
  await open()
})
afterAll(() => server.stop())

async function open() {
  desk = await openDesk(server, [...OWN, ...NEEDED, 'clinic.view_staffcompetency'])
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  heldId = await addCompetency(desk.db, desk.type.id, desk.staffId, '2027-12-31')
  path = `staffcompetencies/${heldId}/`
  early = await desk.book('2027-06-04T09:00:00Z')
  late = await desk.book('2027-06-08T09:00:00Z')
}

async function lapsing(on: string) {
  const { competency_id } = await desk.db
    .selectFrom('staff_competency')
    .select('competency_id')
    .where('id', '=', heldId)
    .executeTakeFirstOrThrow()
  return { staff_id: desk.staffId, competency_id, issued_at: '2020-01-01', expires_at: on }
}
const idsOf = (answer: { body: Record<string, unknown> }) => answer.body['ids']

test('a deletion tells whom it strands, and is refused until they are left knowingly', async () => {
  const told = await desk.ask('POST', `${path}preview/`, { version: 1, write: null })
  expect(idsOf(told)).toEqual([early, late])
  expect(told.body['results']).toMatchObject([{ id: early }, { id: late }])
  for (const leaving of [[], [early], [early, late, late + 1]]) {
    expect((await desk.ask('DELETE', path, { version: 1, leaving })).outcome).toBe('409 stale')
  }
  const deleted = await desk.ask('DELETE', path, { version: 1, leaving: [late, early] })
  expect(deleted.status, deleted.text).toBe(204)
  const line = await desk.db
    .selectFrom('audit_event')
    .select('change')
    .where('action', '=', 'record.deleted')
    .where('subject_id', '=', heldId)
    .executeTakeFirstOrThrow()
  expect(line.change).toEqual({ left: [early, late] })
  const listed = await desk.ask('GET', `clinic/stranded/?left=yes&staff_id=${desk.staffId}`)
  expect(listed.body['count']).toBe(2)
})

test('a lapse strands those after its day alone; trying it out changes nothing', async () => {
  const write = await lapsing('2027-06-05')
  const told = await desk.ask('POST', `${path}preview/`, { version: 1, write })
  expect(idsOf(told)).toEqual([late])
  expect((await desk.ask('GET', path)).body).toMatchObject({ version: 1, expires_at: '2027-12-31' })
  expect((await desk.ask('PUT', path, { ...write, version: 1 })).outcome).toBe('409 stale')
  const saved = await desk.ask('PUT', path, { ...write, version: 1, leaving: [late] })
  expect(saved.body).toMatchObject({ version: 2, expires_at: '2027-06-05', state: 'expiring' })
})

test('a longer one strands nobody', async () => {
  const write = await lapsing('2028-06-05')
  expect(idsOf(await desk.ask('POST', `${path}preview/`, { version: 1, write }))).toEqual([])
  expect((await desk.ask('PUT', path, { ...write, version: 1 })).status).toBe(200)
})

test('whoever may not see others’ appointments is told how many, not whose', async () => {
  const { headers } = await addSignedIn(server, {
    person: { is_staff: true },
    permissions: [...NEEDED, 'clinic.view_appointment'],
  })
  const body = { version: 1, write: null }
  const answer = await desk.ask('POST', `${path}preview/`, body, headers)
  expect(answer.body).toEqual({ ids: [early, late], results: [] })
})
