import { describe, expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import {
  appointmentMoveMachine,
  type MoveTarget,
} from '#machines/schedule/appointment-move.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
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
  async function begin() {
    const run = runMachine(appointmentMoveMachine, { actors: ['rescheduleAppointment'] })
    const take = (id = 1) =>
      run.happen({ type: 'appointment.taken', appointment: { id, version: 4, from } } as never)
    const drop = async (to: MoveTarget) => {
      await run.happen({ type: 'appointment.carried', to, objection: '' } as never)
      await run.happen({ type: 'appointment.dropped' })
    }
    const confirm = () => run.happen({ type: 'move.confirmed', notification } as never)
    await take()
    return { ...run, take, drop, confirm, sent: () => run.inputs.map(({ input }) => input) }
  }
  const notification = { tell_patient: true, message: 'Sorry about this.' }

  test.each([
    ['another site', elsewhere],
    ['another time', later],
  ])('to %s is not sent before somebody has said that it is meant', async (_, to) => {
    const { snapshot, sent, drop, confirm } = await begin()
    await drop(to)
    expect([snapshot().value, sent()]).toEqual(['confirming', []])
    await confirm()
    expect(sent()).toEqual([{ id: 1, version: 4, from, to, notification }])
  })

  test('that its patient does not notice is sent at once, once; where it was, nothing', async () => {
    const { happen, snapshot, sent, take, drop } = await begin()
    await happen({ type: 'appointment.dropped' })
    expect(snapshot().value).toBe('idle')
    await take()
    await drop(longer)
    await happen({ type: 'appointment.dropped' })
    expect(sent()).toEqual([{ id: 1, version: 4, from, to: longer, notification: null }])
  })

  test('that is refused keeps what was written to its patient, and to no other', async () => {
    const { happen, snapshot, sent, take, drop, confirm } = await begin()
    const refused = answered('rescheduleAppointment', { kind: 'refused', reason: 'Taken.' })
    await drop(later)
    await confirm()
    await happen(refused)
    await take()
    expect(snapshot().context.notification).toEqual(notification)
    await drop(longer)
    expect(sent().at(-1)).toMatchObject({ notification: null })
    await happen(refused)
    await take()
    await drop(later)
    await confirm()
    await happen(refused)
    await take(2)
    expect(snapshot().context.notification).toBeNull()
  })
})
