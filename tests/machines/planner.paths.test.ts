import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { plannerMachine } from '#machines/planner.machine.ts'
import { describePaths } from './describe-paths.ts'
import { plannedPlace, plannerCatalogue } from './planner.catalogue.ts'
import { runMachine } from './walk-machine.ts'

type Snapshot = SnapshotFrom<typeof plannerMachine>

const asked = Object.values(plannerCatalogue.events).flat()
/** What the person can do, by what the machine answers. */
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect([
    ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
  ]).toEqual(types)

describePaths(plannerMachine, {
  catalogue: plannerCatalogue,
  distinguish: ({ patient, misfits, refusal, lost }: Snapshot['context']) => [
    patient !== null,
    misfits.length,
    refusal,
    lost,
  ],
  states: {
    choosingDate: (snapshot) => {
      const { patient, ...rest } = snapshot.context
      offers(snapshot, 'date.chosen', ...(patient ? ['patient.dropped'] : []))
      expect(rest).toMatchObject({ place: null, lost: null, booked: [], date: null })
    },
    choosingTime: (snapshot) => {
      offers(snapshot, 'date.closed', 'time.chosen')
      expect(snapshot.context.date).toBe('2026-08-06')
    },
    choosingPatient: (snapshot) => {
      offers(snapshot, 'time.changed', 'patient.chosen')
      expect(snapshot.context).toMatchObject({ place: plannedPlace, patient: null })
    },
    confirming: (snapshot) => {
      offers(snapshot, 'time.changed', 'patient.changed', 'booking.confirmed')
      expect(snapshot.context.place).toEqual(plannedPlace)
      expect(snapshot.context.patient).not.toBeNull()
    },
    booking: (snapshot) => {
      offers(snapshot)
      expect(snapshot.context.attempt?.idempotencyKey).toBe('the-first-key')
    },
    unanswered: (snapshot) => {
      offers(snapshot, 'booking.retried', 'booking.left', 'connection.restored')
      expect(snapshot.context.attempt?.idempotencyKey).toBe('the-first-key')
    },
    booked: (snapshot) => {
      offers(snapshot, 'another.wanted')
      expect(snapshot.context).toMatchObject({ attempt: null, booked: [{ id: 91 }] })
    },
  },
})

const began = [
  { type: 'date.chosen', date: '2026-08-06' },
  { type: 'time.chosen', place: plannedPlace },
  { type: 'patient.chosen', patient: { id: 41, full_name: 'Ada Guest', dob: '1990-02-28' } },
  { type: 'booking.confirmed', idempotencyKey: 'the-first-key', repeat: null, notes: 'Gate 2' },
]

async function run(...happenings: { type: string }[]) {
  const running = runMachine(plannerMachine, { actors: ['bookPlanned'] })
  for (const happening of happenings) await running.happen(happening as never)
  return running
}
const answer = (output: unknown) => ({
  type: 'xstate.done.actor.bookPlanned',
  actorId: 'bookPlanned',
  output,
})

test('a booking that nobody answered is sent again exactly as it was', async () => {
  const lost = {
    type: 'xstate.error.actor.bookPlanned',
    actorId: 'bookPlanned',
    error: new Error(),
  }
  const { inputs, snapshot } = await run(...began, lost, { type: 'booking.retried' })
  expect(inputs).toHaveLength(2)
  expect(inputs[1]).toEqual(inputs[0])
  expect(snapshot().value).toBe('booking')
})

test('a second click on the way sends nothing', async () => {
  const { inputs } = await run(...began, { ...began[3], idempotencyKey: 'another-key' } as never)
  expect(inputs).toHaveLength(1)
})

test('who loses a time to somebody else chooses another for the same patient, and goes on', async () => {
  const { snapshot, happen } = await run(...began, answer({ kind: 'slotTaken', detail: 'Gone.' }))
  expect(snapshot().value).toBe('choosingTime')
  expect(snapshot().context.lost).toEqual({ start: plannedPlace.start, detail: 'Gone.' })
  await happen({ type: 'time.chosen', place: plannedPlace } as never)
  expect(snapshot().value).toBe('confirming')
  expect(snapshot().context).toMatchObject({ lost: null, patient: { full_name: 'Ada Guest' } })
})

test('nothing of a patient stays when the next appointment is for somebody else', async () => {
  const booked = answer({ kind: 'booked', appointments: [] })
  const { snapshot } = await run(...began, booked, {
    type: 'another.wanted',
    samePatient: false,
  } as never)
  expect(snapshot().value).toBe('choosingDate')
  expect(JSON.stringify(snapshot().context)).not.toContain('Ada')
})
