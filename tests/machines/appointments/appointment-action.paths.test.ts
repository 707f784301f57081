import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { usualNotification } from '#islands/appointments/notify-patient.ts'
import { appointmentActionMachine } from '#machines/appointments/appointment-action.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import { appointmentActionCatalogue } from './appointment-action.catalogue.ts'

type Snapshot = SnapshotFrom<typeof appointmentActionMachine>

const offers = offering(appointmentActionCatalogue.events)
/** Something is to be done, and nothing of an earlier refusal is left. */
const withAction =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    offers(...types)(snapshot)
    expect(snapshot.context.action).not.toBeNull()
    expect(snapshot.context.reason).toBe('')
  }
const ends = (snapshot: Snapshot) => expect(snapshot.status).toBe('done')

describePaths(appointmentActionMachine, {
  catalogue: appointmentActionCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    reading: offers(),
    readFailed: offers('reading.retried'),
    open: offers('action.requested', 'action.chosen'),
    asking: (snapshot) => {
      offers('action.confirmed', 'asking.dropped')(snapshot)
      // Nothing else is done than what was asked about.
      const { 'action.confirmed': confirmed } = appointmentActionCatalogue.events
      for (const event of confirmed) {
        expect(snapshot.can(event)).toBe(event.action.kind === snapshot.context.asked)
      }
    },
    confirmingSite: withAction('asking.dropped', 'site.confirmed'),
    acting: withAction(),
    rereading: withAction(),
    changed: withAction('change.accepted', 'acting.dropped'),
    actFailed: withAction('acting.retried', 'acting.dropped'),
    notFound: ends,
    notAllowed: ends,
  },
})

/** An appointment that has been read. */
async function begin() {
  const actors = Object.keys(appointmentActionCatalogue.results)
  const run = runMachine(appointmentActionMachine, { actors })
  await run.happen(answered('readAppointment', { kind: 'read' }))
  return run
}

test('somebody else was quicker: it is read anew, and the same is done once that is seen', async () => {
  const run = await begin()
  await run.happen({ type: 'action.requested', kind: 'cancel' } as never)
  const action = { kind: 'cancel', notes: 'Ill', notification: usualNotification }
  await run.happen({ type: 'action.confirmed', action } as never)
  await run.happen(answered('actOnAppointment', { kind: 'stale', change: 'By Rosa.' }))
  await run.happen(answered('readAppointment', { kind: 'read' }))
  expect(run.snapshot().value).toBe('changed')
  expect(run.snapshot().context.change).toBe('By Rosa.')
  await run.happen({ type: 'change.accepted' })
  await run.happen(answered('actOnAppointment', { kind: 'done' }))
  expect(run.snapshot().value).toBe('open')
  const request = { actor: 'actOnAppointment', input: { action } }
  expect(run.inputs.filter(({ actor }) => actor === 'actOnAppointment')).toEqual([request, request])
})

test('pressing twice acts once', async () => {
  const run = await begin()
  const absent = { type: 'action.chosen', action: { kind: 'didNotAttend' } } as never
  await run.happen(absent)
  await run.happen(absent)
  expect(run.inputs.filter(({ actor }) => actor === 'actOnAppointment')).toHaveLength(1)
})

test('what was entered at completion is kept when it is refused', async () => {
  const run = await begin()
  await run.happen({ type: 'action.requested', kind: 'complete' } as never)
  const completion = { outcomeIds: [6], clinicianNotes: 'Sore arm', unfinishedReason: '' }
  await run.happen({
    type: 'action.confirmed',
    action: { kind: 'complete', ...completion },
  } as never)
  const refused = { outcome_ids: ['Not offered'] }
  await run.happen(
    answered('actOnAppointment', { kind: 'refused', reason: 'Not offered', fields: refused }),
  )
  expect(run.snapshot().value).toBe('asking')
  expect(run.snapshot().context).toMatchObject({
    asked: 'complete',
    action: { kind: 'complete', ...completion },
    refusedFields: refused,
  })
})
