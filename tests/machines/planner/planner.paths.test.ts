import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { plannerMachine } from '#machines/planner/planner.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import { plannedPlace, plannerCatalogue } from './planner.catalogue.ts'

type Snapshot = SnapshotFrom<typeof plannerMachine>

const offers = offering(plannerCatalogue.events)

/** The steps ahead that the browser's forward button finds open. */
function forward({ context: { place, patient } }: Snapshot, ...steps: string[]): string[] {
  const isOpen: Record<string, boolean> = {
    times: true,
    patient: place !== null,
    check: place !== null && patient !== null,
  }
  return steps.filter((step) => isOpen[step]).map((step) => `${step}.revisited`)
}

describePaths(plannerMachine, {
  catalogue: plannerCatalogue,
  distinguish: ({ place, patient, unbookable, refusal, lost }: Snapshot['context']) => [
    place !== null,
    patient !== null,
    unbookable.length,
    refusal,
    lost,
  ],
  states: {
    choosingDate: (snapshot) => {
      const { patient, lost, booked } = snapshot.context
      const dropped = patient ? ['patient.dropped'] : []
      offers('date.chosen', ...dropped, ...forward(snapshot, 'times', 'patient', 'check'))(snapshot)
      expect({ lost, booked }).toEqual({ lost: null, booked: [] })
    },
    choosingTime: (snapshot) => {
      const back = 'dates.revisited'
      offers('date.closed', 'time.chosen', back, ...forward(snapshot, 'patient', 'check'))(snapshot)
      expect(snapshot.context.date).toBe('2026-08-06')
    },
    choosingPatient: (snapshot) => {
      const back = ['dates.revisited', 'times.revisited']
      offers('time.changed', 'patient.chosen', ...back, ...forward(snapshot, 'check'))(snapshot)
      expect(snapshot.context.place).toEqual(plannedPlace)
    },
    confirming: (snapshot) => {
      const back = ['dates.revisited', 'times.revisited', 'patient.revisited']
      offers('time.changed', 'patient.changed', 'booking.confirmed', ...back)(snapshot)
      expect(snapshot.context.place).toEqual(plannedPlace)
      expect(snapshot.context.patient).not.toBeNull()
    },
    booking: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.attempt?.idempotencyKey).toBe('the-first-key')
    },
    unanswered: (snapshot) => {
      offers('booking.retried', 'booking.left')(snapshot)
      expect(snapshot.context.attempt?.idempotencyKey).toBe('the-first-key')
    },
    booked: (snapshot) => {
      offers('another.requested', 'dates.revisited')(snapshot)
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

test('who loses a time to somebody else chooses another for the same patient, and goes on', async () => {
  const { snapshot, happen } = await run(
    ...began,
    answered('bookPlanned', { kind: 'slotTaken', detail: 'Gone.' }),
  )
  expect(snapshot().value).toBe('choosingTime')
  expect(snapshot().context.lost).toEqual({ start: plannedPlace.start, detail: 'Gone.' })
  await happen({ type: 'time.chosen', place: plannedPlace } as never)
  expect(snapshot().value).toBe('confirming')
  expect(snapshot().context).toMatchObject({ lost: null, patient: { full_name: 'Ada Guest' } })
})

test('nothing of a patient stays when the next appointment is for somebody else', async () => {
  const booked = answered('bookPlanned', { kind: 'booked', appointments: [] })
  const { snapshot } = await run(...began, booked, {
    type: 'another.requested',
    samePatient: false,
  } as never)
  expect(snapshot().value).toBe('choosingDate')
  expect(JSON.stringify(snapshot().context)).not.toContain('Ada')
})

test('who closes a date has chosen nothing of it', async () => {
  const change = [{ type: 'time.changed' }, { type: 'date.closed' }]
  const { snapshot } = await run(...began.slice(0, 3), ...change)
  expect(snapshot().context).toMatchObject({ date: null, place: null, patient: { id: 41 } })
  expect(snapshot().can({ type: 'check.revisited' })).toBe(false)
})

test('no button of the browser leads away from a booking that is on its way, or back into one', async () => {
  const { snapshot, happen } = await run(...began, { type: 'dates.revisited' })
  expect(snapshot().value).toBe('booking')
  await happen(answered('bookPlanned', { kind: 'booked', appointments: [] }) as never)
  await happen({ type: 'check.revisited' } as never)
  expect(snapshot().value).toBe('booked')
  await happen({ type: 'dates.revisited' } as never)
  expect(snapshot().value).toBe('choosingDate')
  expect(JSON.stringify(snapshot().context)).not.toContain('Ada')
})
