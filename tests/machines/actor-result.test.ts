import { expect, test } from 'vitest'
import { assign, createActor, fromPromise, setup, waitFor } from 'xstate'
import { isKind, whenKind } from '#machines/actor-result.ts'
import { withEvent } from '#machines/with-event.ts'

type SaveResult =
  | { kind: 'saved'; id: number }
  | { kind: 'refused'; reason: string }
  | { kind: 'stale'; reason: string }
  | { kind: 'dropped' }

const saving = (result: SaveResult) =>
  setup({
    types: {
      context: {} as { id: number | null; reason: string; note: string },
      events: {} as { type: 'note.added'; note: string } | { type: 'left' },
    },
    actors: { save: fromPromise<SaveResult>(() => Promise.resolve(result)) },
    actions: {
      keepId: assign((_, { id }: { id: number }) => ({ id })),
      forgetReason: assign({ reason: '' }),
      explain: assign((_, { reason }: { reason: string }) => ({ reason })),
      keepNote: assign((_, { note }: { note: string }) => ({ note })),
    },
    guards: { hasNote: (_, { note }: { note: string }) => note !== '' },
  })

const context = { id: null, reason: 'none yet', note: '' }

async function settled(result: SaveResult) {
  const machine = saving(result).createMachine({
    context,
    initial: 'saving',
    states: {
      saving: {
        invoke: {
          id: 'save',
          src: 'save',
          onDone: [
            whenKind('saved', { target: 'saved', actions: ['keepId', { type: 'forgetReason' }] }),
            whenKind(['refused', 'stale'], { target: 'refused', actions: 'explain' }),
            { guard: isKind('dropped'), target: 'dropped' },
          ],
        },
      },
      saved: { type: 'final' },
      refused: { type: 'final' },
      dropped: { type: 'final' },
    },
  })
  const actor = createActor(machine).start()
  const { value, context: after } = await waitFor(actor, ({ status }) => status === 'done')
  return [value, after]
}

test('A result takes its own transition, and the named actions receive it', async () => {
  expect(await settled({ kind: 'saved', id: 7 })).toEqual([
    'saved',
    { id: 7, reason: '', note: '' },
  ])
  expect(await settled({ kind: 'refused', reason: 'Too late' })).toEqual([
    'refused',
    { ...context, reason: 'Too late' },
  ])
  expect(await settled({ kind: 'stale', reason: 'Changed' })).toEqual([
    'refused',
    { ...context, reason: 'Changed' },
  ])
  expect(await settled({ kind: 'dropped' })).toEqual(['dropped', context])
})

test('A named action and a named guard receive the event', () => {
  const machine = saving({ kind: 'dropped' }).createMachine({
    context,
    on: { 'note.added': { guard: withEvent('hasNote'), actions: withEvent('keepNote') } },
  })
  const actor = createActor(machine).start()
  expect(actor.getSnapshot().can({ type: 'note.added', note: '' })).toBe(false)
  actor.send({ type: 'note.added', note: 'Late' })
  expect(actor.getSnapshot().context).toEqual({ ...context, note: 'Late' })
})

test('What does not fit the result or the event does not compile', () => {
  const { createMachine } = saving({ kind: 'dropped' })
  const invoke = { id: 'save', src: 'save' } as const
  createMachine({
    context,
    invoke: { ...invoke, onDone: whenKind('refused', { actions: 'explain' }) },
  })
  createMachine({
    context,
    // @ts-expect-error the result has no such kind
    invoke: { ...invoke, onDone: { guard: isKind('lost') } },
  })
  createMachine({
    context,
    // @ts-expect-error the result has no such kind
    invoke: { ...invoke, onDone: whenKind('lost', { actions: 'explain' }) },
  })
  createMachine({
    context,
    // @ts-expect-error the machine has no such action
    invoke: { ...invoke, onDone: whenKind('refused', { actions: 'mourn' }) },
  })
  createMachine({
    context,
    // @ts-expect-error a result of this kind has no reason
    invoke: { ...invoke, onDone: whenKind('saved', { actions: 'explain' }) },
  })
  createMachine({
    context,
    // @ts-expect-error one of these kinds has no reason
    invoke: { ...invoke, onDone: whenKind(['saved', 'refused'], { actions: 'explain' }) },
  })
  createMachine({
    context,
    // @ts-expect-error the event has no note
    on: { left: { actions: withEvent('keepNote') } },
  })
  createMachine({
    context,
    // @ts-expect-error the event has no note
    on: { left: { guard: withEvent('hasNote') } },
  })
})
