import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import {
  appointmentMoveMachine,
  type MoveTarget,
} from '#machines/schedule/appointment-move.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { elsewhere, from, later, longer, moveCatalogue } from './appointment-move.catalogue.ts'

type Snapshot = SnapshotFrom<typeof appointmentMoveMachine>

const offers = offering(moveCatalogue.events)

describePaths(appointmentMoveMachine, {
  catalogue: moveCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    idle: (snapshot) => {
      offers('appointment.taken')(snapshot)
      expect(snapshot.context).toEqual({
        appointment: null,
        to: null,
        objection: '',
        notification: null,
      })
    },
    carrying: (snapshot) => {
      offers('appointment.carried', 'appointment.dropped', 'move.abandoned')(snapshot)
      expect(snapshot.context.appointment?.from).toEqual(from)
    },
    confirming: (snapshot) => {
      offers('move.confirmed', 'move.abandoned')(snapshot)
      expect(snapshot.context.objection).toBe('')
      expect([later, elsewhere]).toContainEqual(snapshot.context.to)
    },
    saving: (snapshot) => {
      offers()(snapshot)
      expect([later, elsewhere, longer]).toContainEqual(snapshot.context.to)
      expect(snapshot.context.objection).toBe('')
    },
    refused: (snapshot) => {
      offers('appointment.taken', 'refusal.read')(snapshot)
      expect(snapshot.context.objection).not.toBe('')
    },
    unanswered: (snapshot) => {
      offers('appointment.taken', 'refusal.read')(snapshot)
      expect(snapshot.context.objection).toBe('')
    },
  },
})

describe('a move', () => {
  function moving(
    answer: ActorResult<typeof appointmentMoveMachine, 'rescheduleAppointment'> = { kind: 'moved' },
  ) {
    const sent: ActorInput<typeof appointmentMoveMachine, 'rescheduleAppointment'>[] = []
    const actor = createActor(
      appointmentMoveMachine.provide({
        actors: {
          rescheduleAppointment: fromPromise<
            ActorResult<typeof appointmentMoveMachine, 'rescheduleAppointment'>,
            ActorInput<typeof appointmentMoveMachine, 'rescheduleAppointment'>
          >(async ({ input }) => {
            sent.push(input)
            return answer
          }),
        },
      }),
    ).start()
    const take = (id = 1) =>
      actor.send({ type: 'appointment.taken', appointment: { id, version: 4, from } })
    const drop = (to: MoveTarget) => {
      actor.send({ type: 'appointment.carried', to, objection: '' })
      actor.send({ type: 'appointment.dropped' })
    }
    take()
    return { actor, sent, take, drop }
  }
  const notification = { tell_patient: true, message: 'Sorry about this.' }

  it.each([
    ['another site', elsewhere],
    ['another time', later],
  ])('to %s is not sent before somebody has said that it is meant', (_, to) => {
    const { actor, sent, drop } = moving()
    drop(to)
    expect([actor.getSnapshot().value, sent]).toEqual(['confirming', []])
    actor.send({ type: 'move.confirmed', notification })
    expect(sent).toEqual([{ id: 1, version: 4, from, to, notification }])
  })

  it('that its patient does not notice is sent at once, once; where it was, nothing', async () => {
    const { actor, sent, take, drop } = moving()
    actor.send({ type: 'appointment.dropped' })
    expect(actor.getSnapshot().value).toBe('idle')
    take()
    drop(longer)
    actor.send({ type: 'appointment.dropped' })
    await waitFor(actor, (snapshot) => snapshot.matches('idle'))
    expect(sent).toEqual([{ id: 1, version: 4, from, to: longer, notification: null }])
  })

  it('that is refused keeps what was written to its patient, and to no other', async () => {
    const { actor, sent, take, drop } = moving({ kind: 'refused', reason: 'Taken.' })
    drop(later)
    actor.send({ type: 'move.confirmed', notification })
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    take()
    expect(actor.getSnapshot().context.notification).toEqual(notification)
    drop(longer)
    expect(sent.at(-1)?.notification).toBeNull()
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    take()
    drop(later)
    actor.send({ type: 'move.confirmed', notification })
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    take(2)
    expect(actor.getSnapshot().context.notification).toBeNull()
  })
})
