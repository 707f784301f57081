import { describe, expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import {
  needAttentionMachine,
  type OrphanActionRequest,
} from '#machines/orphaned/need-attention.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, broken, runMachine } from '../walk-machine.ts'
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
  async function decide() {
    const run = runMachine(needAttentionMachine, { actors: ['applyAction'] })
    await run.happen(chosen(actions.move))
    return run
  }
  const chosen = (request: OrphanActionRequest) => ({ type: 'action.chosen', request })
  const refused = answered('applyAction', { kind: 'refused', reason: 'Taken.' })

  test('that is refused keeps what was written to the patient', async () => {
    const { happen, snapshot } = await decide()
    await happen(refused)
    await happen(chosen(actions.moveElsewhere))
    await happen({ type: 'move.confirmed', notification } as never)
    await happen(refused)
    await happen(chosen(actions.moveElsewhere))
    expect(snapshot()).toMatchObject({
      value: 'confirming',
      context: { request: { action: { notification } } },
    })
  })

  test('that nobody answered is tried again as it was', async () => {
    const { happen, inputs } = await decide()
    await happen(broken('applyAction'))
    await happen({ type: 'action.retried' })
    expect(inputs.map(({ input }) => input)).toEqual([actions.move, actions.move])
  })
})
