import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { usualNotification } from '#islands/appointments/notify-patient.ts'
import { appointmentActionMachine } from '#machines/appointments/appointment-action.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { runMachine } from '../walk-machine.ts'
import { appointmentActionCatalogue } from './appointment-action.catalogue.ts'

type Snapshot = SnapshotFrom<typeof appointmentActionMachine>

const asked = Object.values(appointmentActionCatalogue.events).flat()
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) =>
    expect([
      ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
    ]).toEqual(types)
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

const answered = (actorId: string, output: unknown) => ({
  type: `xstate.done.actor.${actorId}`,
  actorId,
  output,
})

test('somebody else was quicker: it is read anew, and the same is done once that is seen', async () => {
  const run = runMachine(appointmentActionMachine, {
    actors: ['readAppointment', 'actOnAppointment'],
  })
  await run.happen(answered('readAppointment', { kind: 'read' }))
  await run.happen({ type: 'action.requested', kind: 'cancel' } as never)
  await run.happen({
    type: 'action.confirmed',
    action: { kind: 'cancel', notes: 'Ill', notification: usualNotification },
  } as never)
  await run.happen(answered('actOnAppointment', { kind: 'stale', change: 'By Rosa.' }))
  await run.happen(answered('readAppointment', { kind: 'read' }))
  expect(run.snapshot().value).toBe('changed')
  expect(run.snapshot().context.change).toBe('By Rosa.')
  await run.happen({ type: 'change.accepted' })
  await run.happen(answered('actOnAppointment', { kind: 'done' }))
  expect(run.snapshot().value).toBe('open')
  expect(run.inputs.filter(({ actor }) => actor === 'actOnAppointment')).toEqual([
    {
      actor: 'actOnAppointment',
      input: { action: { kind: 'cancel', notes: 'Ill', notification: usualNotification } },
    },
    {
      actor: 'actOnAppointment',
      input: { action: { kind: 'cancel', notes: 'Ill', notification: usualNotification } },
    },
  ])
})

test('pressing twice acts once', async () => {
  const run = runMachine(appointmentActionMachine, {
    actors: ['readAppointment', 'actOnAppointment'],
  })
  await run.happen(answered('readAppointment', { kind: 'read' }))
  const absent = { type: 'action.chosen', action: { kind: 'didNotAttend' } } as never
  await run.happen(absent)
  await run.happen(absent)
  expect(run.inputs.filter(({ actor }) => actor === 'actOnAppointment')).toHaveLength(1)
})

test('what was entered at completion is kept when it is refused', async () => {
  const run = runMachine(appointmentActionMachine, {
    actors: ['readAppointment', 'actOnAppointment'],
  })
  await run.happen(answered('readAppointment', { kind: 'read' }))
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
