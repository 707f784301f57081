import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { toldAsUsual } from '#islands/appointments/tell-patient.ts'
import { appointmentActionMachine } from '#machines/appointments/appointment-action.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { runMachine } from '../walk-machine.ts'
import { appointmentActionCatalogue } from './appointment-action.catalogue.ts'

type Snapshot = SnapshotFrom<typeof appointmentActionMachine>

const asked = Object.values(appointmentActionCatalogue.events).flat()
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) =>
    expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)
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
    open: offers(
      'completing.requested',
      'notes.requested',
      'absence.chosen',
      'absence.requested',
      'cancelling.requested',
      'rescheduling.requested',
      'changing.requested',
      'undoing.chosen',
      'correcting.requested',
    ),
    completing: offers('completing.confirmed', 'asking.dropped'),
    writingNotes: offers('notes.confirmed', 'asking.dropped'),
    askingAbsence: offers('absence.confirmed', 'asking.dropped'),
    askingNotes: offers('asking.dropped', 'cancelling.confirmed'),
    choosingTime: offers('asking.dropped', 'rescheduling.confirmed', 'rescheduling.confirmed'),
    confirmingSite: withAction('asking.dropped', 'site.confirmed'),
    choosingWhat: offers('changing.confirmed', 'asking.dropped'),
    askingReason: offers('correcting.confirmed', 'asking.dropped'),
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
  await run.happen({ type: 'cancelling.requested' })
  await run.happen({ type: 'cancelling.confirmed', notes: 'Ill', tell: toldAsUsual } as never)
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
      input: { action: { kind: 'cancel', notes: 'Ill', tell: toldAsUsual } },
    },
    {
      actor: 'actOnAppointment',
      input: { action: { kind: 'cancel', notes: 'Ill', tell: toldAsUsual } },
    },
  ])
})

test('pressing twice acts once', async () => {
  const run = runMachine(appointmentActionMachine, {
    actors: ['readAppointment', 'actOnAppointment'],
  })
  await run.happen(answered('readAppointment', { kind: 'read' }))
  await run.happen({ type: 'absence.chosen' })
  await run.happen({ type: 'absence.chosen' })
  expect(run.inputs.filter(({ actor }) => actor === 'actOnAppointment')).toHaveLength(1)
})

test('what was entered at completion is kept when it is refused', async () => {
  const run = runMachine(appointmentActionMachine, {
    actors: ['readAppointment', 'actOnAppointment'],
  })
  await run.happen(answered('readAppointment', { kind: 'read' }))
  await run.happen({ type: 'completing.requested' })
  const completion = { outcomeIds: [6], clinicianNotes: 'Sore arm', unfinishedReason: '' }
  await run.happen({ type: 'completing.confirmed', completion } as never)
  const refused = { outcome_ids: ['Not offered'] }
  await run.happen(
    answered('actOnAppointment', { kind: 'refused', reason: 'Not offered', fields: refused }),
  )
  expect(run.snapshot().value).toBe('completing')
  expect(run.snapshot().context).toMatchObject({
    action: { kind: 'complete', ...completion },
    refusedFields: refused,
  })
})
