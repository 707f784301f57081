import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../amount.ts'
import { addClinician, addGuest, addOpening, addRoom, addSite, addType } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { runTestServer, setNow } from '../test-server.ts'
import { addReception } from './clinic-day.ts'

/*
 * Whatever is done to the appointments of a day, in whatever order: the real server answers what a naive
 * model of the rules says, check-availability says it beforehand, and what several people do at once
 * leaves nothing broken.
 */

const MINUTE = 60_000
const HOUR = 60
const NOW = 10 * HOUR

const server = await runTestServer({ poolSize: 8 })
const { db } = server.database
const lead = await addReception(server, [
  'clinic.override_appointment_duration',
  'clinic.override_appointment_types',
])
const desk = await addReception(server)

const clinician = fc.record({
  from: fc.constantFrom(9 * HOUR, 10 * HOUR),
  to: fc.constantFrom(11 * HOUR, 12 * HOUR),
  isOffering: fc.boolean(),
  isCompetent: fc.constantFrom(true, true, false),
})
/** Minutes of the day; some off the marks. */
const start = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 35, max: 48 }).map((quarter) => quarter * 15) },
  { weight: 1, arbitrary: fc.integer({ min: 540, max: 700 }) },
)
const whom = fc.nat({ max: 1 })
const one = fc.nat({ max: 7 })
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('book' as const),
      whom,
      start,
      patient: fc.nat({ max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('move' as const), one, whom, start }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('last' as const),
      one,
      duration: fc.constantFrom(5, 15, 30, 60),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), one }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('complete' as const), one }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('absent' as const), one }) },
)
type Command = typeof command extends fc.Arbitrary<infer Each> ? Each : never
const situation = fc.record({
  clinicians: fc.tuple(clinician, clinician),
  mayOverride: fc.boolean(),
  commands: fc.array(command, { minLength: 12, maxLength: 22 }),
})
type Situation = typeof situation extends fc.Arbitrary<infer Each> ? Each : never

type Modelled = {
  id: number
  version: number
  whom: number
  patient: number
  start: number
  duration: number
  status: string
}

/** A day of two clinicians with the rules as one would say them, and the same on the server. */
async function openDay({ clinicians, mayOverride }: Situation) {
  const { site } = await addSite(db)
  const type = await addType(db, { duration: 15 })
  const other = await addType(db, { duration: 15 })
  const { id: competencyId } = await insertRow(db, 'competency', { name: `Competency ${type.id}` })
  await insertRow(db, 'appointment_type_competency', {
    appointment_type_id: type.id,
    competency_id: competencyId,
  })
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const at = (minute: number) => new Date(midnight + minute * MINUTE).toISOString()
  const staff: number[] = []
  for (const { from, to, isOffering, isCompetent } of clinicians) {
    const { id } = await addClinician(db)
    const room = await addRoom(db, site.id)
    staff.push(id)
    await addOpening(db, { staff: id, room, types: [isOffering ? type.id : other.id] }, [
      at(from),
      at(to),
    ])
    if (isCompetent) {
      await insertRow(db, 'staff_competency', {
        staff_id: id,
        competency_id: competencyId,
        issued_at: '2020-01-01',
      })
    }
  }
  const patients = await Promise.all([0, 1, 2, 3].map(async () => (await addGuest(db)).id))
  setNow(server, at(NOW))
  return { site, type, at, staff, patients, by: mayOverride ? lead : desk }
}
type Day = Awaited<ReturnType<typeof openDay>>

/** Whether an appointment may be there, by the rules of docs/product.md. */
function fits(
  { clinicians, mayOverride }: Situation,
  known: readonly Modelled[],
  wanted: Omit<Modelled, 'id' | 'version' | 'status'>,
  self?: Modelled,
): boolean {
  const who = clinicians[wanted.whom]
  const end = wanted.start + wanted.duration
  const collides = known.some(
    (each) =>
      each !== self &&
      each.status !== 'cancelled' &&
      (each.whom === wanted.whom || each.patient === wanted.patient) &&
      each.start < end &&
      wanted.start < each.start + each.duration,
  )
  return (
    who !== undefined &&
    wanted.start % 5 === 0 &&
    wanted.start >= who.from &&
    end <= who.to &&
    who.isCompetent &&
    (who.isOffering || mayOverride) &&
    !collides
  )
}

const request = (day: Day, method: string, path: string, body: Record<string, unknown>) =>
  day.by.ask(method, `/api/admin/appointments/${path}`, body)

const checked = async (day: Day, query: Record<string, unknown>): Promise<boolean> => {
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  const answer = await send(server, 'GET', `/api/admin/check-availability/?${words}`, day.by)
  expect(answer.status, answer.text).toBe(200)
  return answer.body['available'] === true
}

/** The call that does a command, and where it asks for a place what check-availability is asked. */
function toCall(day: Day, command: Command, known: readonly Modelled[]) {
  if (command.does === 'book') {
    const place = {
      appointment_type_id: day.type.id,
      start: day.at(command.start),
      site_id: day.site.id,
      staff_id: day.staff[command.whom],
      patient_id: day.patients[command.patient],
    }
    return { self: undefined, question: place, act: () => request(day, 'POST', '', place) }
  }
  const self = known[command.one % Math.max(1, known.length)]
  if (!self) return null
  const { id, version } = self
  const seen = { version }
  const change = (body: Record<string, unknown>) => ({
    self,
    question: {
      appointment_id: id,
      appointment_type_id: day.type.id,
      start: day.at(self.start),
      staff_id: day.staff[self.whom],
      ...body,
    },
    act: () => request(day, 'PUT', `${id}/`, { ...seen, ...body }),
  })
  const mark = (method: string, rest: string) => ({
    self,
    question: null,
    act: () => request(day, method, `${id}/${rest}`, seen),
  })
  switch (command.does) {
    case 'move':
      return change({ start: day.at(command.start), staff_id: day.staff[command.whom] })
    case 'last':
      return change({ duration: command.duration })
    case 'cancel':
      return mark('DELETE', '')
    case 'complete':
      return mark('PUT', 'complete_appointment/')
    case 'absent':
      return mark('PATCH', 'mark_as_did_not_attend/')
  }
}

/** What the model says becomes of it; null where it is refused. */
function toExpected(
  situation: Situation,
  command: Command,
  known: readonly Modelled[],
  self: Modelled | undefined,
): Partial<Modelled> | null {
  if (command.does === 'book') {
    const wanted = { ...command, duration: 15 }
    return fits(situation, known, wanted) ? { ...wanted, status: 'booked' } : null
  }
  if (!self) return null
  const hasStarted = self.start <= NOW
  switch (command.does) {
    case 'cancel':
      return ['booked', 'cancelled'].includes(self.status) ? { status: 'cancelled' } : null
    case 'complete':
      return ['booked', 'did_not_attend'].includes(self.status) && hasStarted
        ? { status: 'completed' }
        : null
    case 'absent':
      return self.status === 'booked' && hasStarted ? { status: 'did_not_attend' } : null
    case 'move':
    case 'last': {
      const to =
        command.does === 'move'
          ? { start: command.start, whom: command.whom }
          : { duration: command.duration }
      const wanted = { ...self, ...to }
      const isSame =
        wanted.start === self.start &&
        wanted.whom === self.whom &&
        wanted.duration === self.duration
      if (isSame) return {}
      const isAllowed =
        wanted.duration === self.duration || situation.mayOverride || wanted.duration === 15
      return self.status === 'booked' && isAllowed && fits(situation, known, wanted, self)
        ? to
        : null
    }
  }
}

test('any sequence: as the model says, and as check-availability said', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const day = await openDay(given)
      const known: Modelled[] = []
      for (const command of given.commands) {
        const call = toCall(day, command, known)
        if (!call) continue
        const expected = toExpected(given, command, known, call.self)
        const isAsked = call.question !== null && (call.self?.status ?? 'booked') === 'booked'
        const said = isAsked ? await checked(day, call.question ?? {}) : null
        const answer = await call.act()
        const about = `${JSON.stringify(command)}: ${answer.text}`
        expect(answer.status < 300, about).toBe(expected !== null)
        expect(answer.status, about).toBeLessThan(500)
        const isUnchanged = expected !== null && Object.keys(expected).length === 0
        if (said !== null && !isUnchanged) expect(said, about).toBe(expected !== null)
        if (!expected) continue
        const version = Number(answer.body['version'])
        if (call.self) Object.assign(call.self, expected, { version })
        else known.push({ id: Number(answer.body['id']), version, ...expected } as Modelled)
      }
      await expectStored(day, known)
    }),
    { numRuns: runs(5) },
  )
})

test('several people at once: each change is of the version it saw, and nothing overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const everybody = { isCompetent: true, isOffering: true }
      const [first, second] = given.clinicians
      const day = await openDay({
        ...given,
        clinicians: [
          { ...first, ...everybody },
          { ...second, ...everybody },
        ],
      })
      const known: Modelled[] = []
      for (const [patient, start] of [600, 600, 615, 630].entries()) {
        const wanted = { whom: patient % 2, patient, start, duration: 15 }
        const answer = await toCall(day, { does: 'book', ...wanted }, known)?.act()
        if (answer?.status !== 201) continue
        known.push({ ...wanted, id: Number(answer.body['id']), version: 1, status: 'booked' })
      }
      expect(known.length).toBeGreaterThan(0)
      const calls = given.commands.flatMap((command) => toCall(day, command, known) ?? [])
      const answers = await Promise.all(calls.map(({ act }) => act()))
      for (const answer of answers) expect(answer.status, answer.text).toBeLessThan(500)
      for (const { id } of known) {
        const changed = answers.filter(
          (answer: Answer, index) =>
            calls[index]?.self?.id === id && answer.status === 200 && answer.body['version'] !== 1,
        )
        // All of them saw the first version: one change at most, the others were told.
        expect(changed.length).toBeLessThanOrEqual(1)
      }
      await expectApart(day)
    }),
    { numRuns: runs(4) },
  )
})

async function expectStored(day: Day, known: readonly Modelled[]) {
  const rows = await db
    .selectFrom('appointment')
    .select(['id', 'version', 'staff_id', 'patient_id', 'starts_at', 'duration', 'status'])
    .where('site_id', '=', day.site.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual(
    known.map(({ id, version, whom, patient, start, duration, status }) => ({
      id,
      version,
      staff_id: day.staff[whom],
      patient_id: day.patients[patient],
      starts_at: new Date(day.at(start)),
      duration,
      status,
    })),
  )
}

/** Nobody is in two places, by counting every pair. */
async function expectApart(day: Day) {
  const rows = await db
    .selectFrom('appointment')
    .select(['id', 'staff_id', 'room_id', 'patient_id', 'starts_at', 'ends_at'])
    .where('site_id', '=', day.site.id)
    .where('status', '<>', 'cancelled')
    .execute()
  for (const a of rows) {
    for (const b of rows) {
      const isShared =
        a.staff_id === b.staff_id || a.room_id === b.room_id || a.patient_id === b.patient_id
      const isTogether = a.starts_at < b.ends_at && b.starts_at < a.ends_at
      if (a.id < b.id && isShared) expect(isTogether).toBe(false)
    }
  }
}
