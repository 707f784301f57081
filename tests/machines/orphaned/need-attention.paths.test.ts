import { describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import {
  needAttentionMachine,
  type OrphanActionRequest,
} from '#machines/orphaned/need-attention.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { actions, needAttentionCatalogue, notification } from './need-attention.catalogue.ts'

type Snapshot = SnapshotFrom<typeof needAttentionMachine>

const offers = offering(needAttentionCatalogue.events)

describePaths(needAttentionMachine, {
  catalogue: needAttentionCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    idle: (snapshot) => {
      offers('action.chosen')(snapshot)
      expect(snapshot.context).toEqual({ request: null, reason: '' })
    },
    confirming: (snapshot) => {
      offers('move.confirmed', 'move.declined')(snapshot)
      expect(snapshot.context.request).toMatchObject({ action: { roomId: 9 } })
    },
    acting: (snapshot) => {
      offers()(snapshot)
      const { moveElsewhere, ...others } = actions
      const told = { ...moveElsewhere, action: { ...moveElsewhere.action, notification } }
      expect([told, ...Object.values(others)]).toContainEqual(snapshot.context.request)
    },
    refused: (snapshot) => {
      offers('action.chosen', 'problem.read')(snapshot)
      expect(snapshot.context.reason).toMatch(/occupied|changed since/)
    },
    unanswered: (snapshot) => {
      offers('action.retried', 'problem.read')(snapshot)
      expect(snapshot.context.request).not.toBeNull()
    },
  },
})

describe('a decision', () => {
  function decideWith(
    ...answers: (ActorResult<typeof needAttentionMachine, 'applyAction'> | Error)[]
  ) {
    const sent: OrphanActionRequest[] = []
    const readAgain = vi.fn()
    const actor = createActor(
      needAttentionMachine.provide({
        actors: {
          applyAction: fromPromise<
            ActorResult<typeof needAttentionMachine, 'applyAction'>,
            OrphanActionRequest
          >(async ({ input }) => {
            sent.push(input)
            const answer = answers.shift()
            if (!answer || answer instanceof Error) throw answer ?? new Error('asked too often')
            return answer
          }),
        },
        actions: { readAgain },
      }),
    ).start()
    actor.send({ type: 'action.chosen', request: actions.move })
    return { actor, sent, readAgain }
  }

  it('is sent once as it was seen, and the list read anew', async () => {
    const { actor, sent, readAgain } = decideWith({ kind: 'done' })
    actor.send({ type: 'action.chosen', request: actions.keep })
    await waitFor(actor, (snapshot) => snapshot.matches('idle'))
    expect(sent).toEqual([actions.move])
    expect(readAgain).toHaveBeenCalledOnce()
  })

  it('that is refused keeps what was written to the patient', async () => {
    const { actor } = decideWith(
      { kind: 'refused', reason: 'Taken.' },
      { kind: 'refused', reason: 'Taken.' },
    )
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    actor.send({ type: 'action.chosen', request: actions.moveElsewhere })
    actor.send({ type: 'move.confirmed', notification })
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    actor.send({ type: 'action.chosen', request: actions.moveElsewhere })
    expect(actor.getSnapshot()).toMatchObject({
      value: 'confirming',
      context: { request: { action: { notification } } },
    })
  })

  it('that nobody answered is tried again as it was', async () => {
    const { actor, sent } = decideWith(new Error('no answer'), { kind: 'stale' })
    await waitFor(actor, (snapshot) => snapshot.matches('unanswered'))
    actor.send({ type: 'action.retried' })
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    expect(sent).toEqual([actions.move, actions.move])
  })
})
