import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type NotificationInput, notificationsMachine } from '#machines/ui/notifications.machine.ts'
import { describePaths } from '../describe-paths.ts'
import {
  distinguishQueue,
  lookOut,
  moved,
  notificationsCatalogue,
  notSent,
  saved,
  undo,
} from './notifications.catalogue.ts'

describePaths(notificationsMachine, {
  catalogue: notificationsCatalogue,
  distinguish: distinguishQueue,
  states: {
    quiet: ({ context }) => expect(context.queue).toEqual([]),
    'passing.fresh': ({ context }) => expect(context.queue[0]?.action).toBeNull(),
    'passing.noticed': ({ context: { queue } }) => {
      expect(queue[0]?.action).toBeNull()
      expect(queue[0]?.kind === 'done' && queue.length > 1).toBe(false)
    },
    staying: ({ context: { queue } }) =>
      expect(queue.every(({ action }) => action !== null)).toBe(true),
    attended: ({ context }) => expect(context.queue.length).toBeGreaterThan(0),
  },
})

function listen() {
  const clock = new SimulatedClock()
  const actor = createActor(notificationsMachine, { clock }).start()
  return {
    tell: (...told: NotificationInput[]) => {
      for (const notification of told) actor.send({ type: 'notification.added', notification })
    },
    send: (type: 'notification.dismissed' | 'attention.taken' | 'attention.left') =>
      actor.send({ type }),
    withdraw: (topic: string) => actor.send({ type: 'topic.withdrawn', topic }),
    pass: (milliseconds: number) => clock.increment(milliseconds),
    shown: () => actor.getSnapshot().context.queue[0]?.message,
  }
}

test('what is told stays for five seconds', () => {
  const { tell, pass, shown } = listen()
  tell(saved)
  pass(4999)
  expect(shown()).toBe('Saved')
  pass(1)
  expect(shown()).toBeUndefined()
})

test('the same told again starts its time anew, and is told once', () => {
  const { tell, pass, shown } = listen()
  tell(notSent)
  pass(4000)
  tell(notSent)
  pass(4999)
  expect(shown()).toBe('Not sent')
  pass(1)
  expect(shown()).toBeUndefined()
})

test('one waits for the other; a confirmation makes way early, a failure has its time', () => {
  const { tell, pass, shown } = listen()
  tell(saved, notSent, lookOut)
  pass(1499)
  expect(shown()).toBe('Saved')
  pass(1)
  expect(shown()).toBe('Not sent')
  pass(4999)
  expect(shown()).toBe('Not sent')
  pass(1)
  expect(shown()).toBe('Ends soon')
  pass(5000)
  expect(shown()).toBeUndefined()
})

test('a confirmation that was read by now makes way at once', () => {
  const { tell, pass, shown } = listen()
  tell(saved)
  pass(2000)
  tell(notSent)
  expect(shown()).toBe('Not sent')
})

test('what offers an action stays, and lets what passes go first', () => {
  const { tell, pass, send, shown } = listen()
  tell(undo)
  pass(60_000)
  expect(shown()).toBe('Deleted')
  tell(notSent)
  expect(shown()).toBe('Not sent')
  pass(5000)
  expect(shown()).toBe('Deleted')
  send('notification.dismissed')
  expect(shown()).toBeUndefined()
})

test('a later one of the same topic takes its place', () => {
  const { tell, send, pass, shown } = listen()
  tell(moved)
  tell({ ...moved, message: 'Moved to 10am' })
  expect(shown()).toBe('Moved to 10am')
  send('attention.taken')
  tell({ ...moved, message: 'Moved to 11am' })
  expect(shown()).toBe('Moved to 11am')
  tell(notSent)
  tell({ ...moved, message: 'Moved to 12 noon' })
  pass(5000)
  expect(shown()).toBe('Moved to 12 noon')
  send('notification.dismissed')
  expect(shown()).toBeUndefined()
})

test('a result is not hidden by an older failure, nor by one that somebody points at', () => {
  const { tell, send, shown } = listen()
  const notUndone = { ...moved, kind: 'failed', message: 'Not undone' } as const
  tell(notUndone)
  send('attention.taken')
  tell(moved)
  expect(shown()).toBe('Moved to 9am')
  tell({ ...undo, kind: 'failed', message: 'Not deleted' })
  tell(undo)
  expect(shown()).toBe('Deleted')
  send('notification.dismissed')
  expect(shown()).toBe('Not deleted')
})

test('what is no longer so goes at once, and nothing else does', () => {
  const { tell, withdraw, send, shown } = listen()
  tell(moved)
  send('attention.taken')
  withdraw('other')
  expect(shown()).toBe('Moved to 9am')
  withdraw('moved')
  expect(shown()).toBeUndefined()
  tell(saved)
  tell(moved)
  withdraw('moved')
  expect(shown()).toBe('Saved')
  send('notification.dismissed')
  expect(shown()).toBeUndefined()
})

test('two that offer an action are two, whatever they say', () => {
  const { tell, send, shown } = listen()
  tell(undo, undo)
  send('notification.dismissed')
  expect(shown()).toBe('Deleted')
  send('notification.dismissed')
  expect(shown()).toBeUndefined()
})

test('nothing goes or comes while somebody attends; the time then starts anew', () => {
  const { tell, pass, send, shown } = listen()
  tell(saved)
  pass(1000)
  send('attention.taken')
  tell(notSent)
  pass(60_000)
  expect(shown()).toBe('Saved')
  send('attention.left')
  pass(1499)
  expect(shown()).toBe('Saved')
  pass(1)
  expect(shown()).toBe('Not sent')
})
