import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import {
  appointmentMoveMachine,
  type RescheduleAppointmentInput,
  type RescheduleAppointmentResult,
} from '#machines/schedule/appointment-move.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { elsewhere, from, later, moveCatalogue } from './appointment-move.catalogue.ts'

type Snapshot = SnapshotFrom<typeof appointmentMoveMachine>

const asked = Object.values(moveCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect([
    ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
  ]).toEqual(types)

describePaths(appointmentMoveMachine, {
  catalogue: moveCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    resting: (snapshot) => {
      offers(snapshot, 'appointment.taken')
      expect(snapshot.context).toEqual({ appointment: null, to: null, objection: '' })
    },
    carrying: (snapshot) => {
      offers(snapshot, 'appointment.carried', 'appointment.dropped', 'move.abandoned')
      expect(snapshot.context.appointment?.from).toEqual(from)
    },
    confirmingSite: (snapshot) => {
      offers(snapshot, 'site.confirmed', 'move.abandoned')
      expect(snapshot.context).toMatchObject({ to: elsewhere, objection: '' })
    },
    saving: (snapshot) => {
      offers(snapshot)
      expect([later, elsewhere]).toContainEqual(snapshot.context.to)
      expect(snapshot.context.objection).toBe('')
    },
    refused: (snapshot) => {
      offers(snapshot, 'appointment.taken', 'refusal.read')
      expect(snapshot.context.objection).not.toBe('')
    },
    unanswered: (snapshot) => {
      offers(snapshot, 'appointment.taken', 'refusal.read')
      expect(snapshot.context.objection).toBe('')
    },
  },
})

describe('a move', () => {
  it('to another site is not sent before somebody has said that it is meant', () => {
    const sent: RescheduleAppointmentInput[] = []
    const actor = createActor(
      appointmentMoveMachine.provide({
        actors: {
          rescheduleAppointment: fromPromise<
            RescheduleAppointmentResult,
            RescheduleAppointmentInput
          >(async ({ input }) => {
            sent.push(input)
            return { kind: 'moved' }
          }),
        },
      }),
    ).start()
    const [taken] = moveCatalogue.events['appointment.taken']
    if (!taken) throw new Error('no event')
    actor.send(taken)
    actor.send({ type: 'appointment.carried', to: elsewhere, objection: '' })
    actor.send({ type: 'appointment.dropped' })
    expect([actor.getSnapshot().value, sent]).toEqual(['confirmingSite', []])
    actor.send({ type: 'site.confirmed' })
    expect(sent).toEqual([{ id: 1, version: 4, from, to: elsewhere }])
  })

  it('sends what was seen and where it is to be, once; where it was, nothing', async () => {
    const sent: RescheduleAppointmentInput[] = []
    const actor = createActor(
      appointmentMoveMachine.provide({
        actors: {
          rescheduleAppointment: fromPromise<
            RescheduleAppointmentResult,
            RescheduleAppointmentInput
          >(async ({ input }) => {
            sent.push(input)
            return { kind: 'moved' }
          }),
        },
      }),
    ).start()
    const [taken] = moveCatalogue.events['appointment.taken']
    if (!taken) throw new Error('no event')
    actor.send(taken)
    actor.send({ type: 'appointment.dropped' })
    expect(actor.getSnapshot().value).toBe('resting')
    actor.send(taken)
    actor.send({ type: 'appointment.carried', to: later, objection: '' })
    actor.send({ type: 'appointment.dropped' })
    actor.send({ type: 'appointment.dropped' })
    await waitFor(actor, (snapshot) => snapshot.matches('resting'))
    expect(sent).toEqual([{ id: 1, version: 4, from, to: later }])
  })
})
