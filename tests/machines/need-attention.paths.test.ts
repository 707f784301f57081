import { describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import {
  type Decided,
  type DecideResult,
  needAttentionMachine,
} from '#machines/need-attention.machine.ts'
import { describePaths } from './describe-paths.ts'
import { deeds, needAttentionCatalogue } from './need-attention.catalogue.ts'

type Snapshot = SnapshotFrom<typeof needAttentionMachine>

const asked = Object.values(needAttentionCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect([
    ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
  ]).toEqual(types)

describePaths(needAttentionMachine, {
  catalogue: needAttentionCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    resting: (snapshot) => {
      offers(snapshot, 'deed.chosen')
      expect(snapshot.context).toEqual({ decided: null, reason: '' })
    },
    confirmingSite: (snapshot) => {
      offers(snapshot, 'site.confirmed', 'site.declined')
      expect(snapshot.context.decided).toEqual(deeds.moveElsewhere)
    },
    acting: (snapshot) => {
      offers(snapshot)
      expect(Object.values(deeds)).toContainEqual(snapshot.context.decided)
    },
    refused: (snapshot) => {
      offers(snapshot, 'deed.chosen', 'problem.read')
      expect(snapshot.context.reason).toMatch(/occupied|changed since/)
    },
    unanswered: (snapshot) => {
      offers(snapshot, 'deed.retried', 'problem.read')
      expect(snapshot.context.decided).not.toBeNull()
    },
  },
})

describe('a decision', () => {
  function decideWith(...answers: (DecideResult | Error)[]) {
    const sent: Decided[] = []
    const readAnew = vi.fn()
    const actor = createActor(
      needAttentionMachine.provide({
        actors: {
          decide: fromPromise<DecideResult, Decided>(async ({ input }) => {
            sent.push(input)
            const answer = answers.shift()
            if (!answer || answer instanceof Error) throw answer ?? new Error('asked too often')
            return answer
          }),
        },
        actions: { readAnew },
      }),
    ).start()
    actor.send({ type: 'deed.chosen', decided: deeds.move })
    return { actor, sent, readAnew }
  }

  it('is sent once as it was seen, and the list read anew', async () => {
    const { actor, sent, readAnew } = decideWith({ kind: 'done' })
    actor.send({ type: 'deed.chosen', decided: deeds.leave })
    await waitFor(actor, (snapshot) => snapshot.matches('resting'))
    expect(sent).toEqual([deeds.move])
    expect(readAnew).toHaveBeenCalledOnce()
  })

  it('that nobody answered is tried again as it was', async () => {
    const { actor, sent } = decideWith(new Error('no answer'), { kind: 'stale' })
    await waitFor(actor, (snapshot) => snapshot.matches('unanswered'))
    actor.send({ type: 'deed.retried' })
    await waitFor(actor, (snapshot) => snapshot.matches('refused'))
    expect(sent).toEqual([deeds.move, deeds.move])
  })
})
