import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { happenings } from './event-catalogue.ts'
import {
  declaredTransitions,
  everyWalk,
  findLeaf,
  leafStates,
  type Path,
  runMachine,
} from './walk-machine.ts'
import { recordWalks } from './walk-record.ts'

type Suite<M extends AnyStateMachine> = {
  catalogue: Parameters<typeof happenings>[0] & {
    delays: Record<string, { name: string; milliseconds: number }>
  }
  /** Every input a run may start with. */
  inputs?: readonly unknown[]
  distinguish?: (context: never) => unknown
  /** What must hold in each state, whichever path led there. */
  states: Record<string, (snapshot: SnapshotFrom<M>) => void>
}

type Offering = { can: (event: never) => boolean }

/** For each state: a person can do this there, of all that a catalogue has, and nothing else. */
export const offering =
  (events: Record<string, readonly { type: string }[]>) =>
  (...types: string[]) =>
  (snapshot: Offering) => {
    const all = Object.values(events).flat()
    const offered = all.filter((event) => snapshot.can(event as never)).map(({ type }) => type)
    expect([...new Set(offered)].sort()).toEqual(types.toSorted())
  }

/** Walks every path to every state and every event it answers, on the running machine. */
export function describePaths<M extends AnyStateMachine>(machine: M, suite: Suite<M>) {
  const { catalogue, inputs = [undefined], distinguish, states } = suite
  const delays = Object.fromEntries(
    Object.entries(catalogue.delays).map(([id, delay]) => [id, delay.milliseconds]),
  )
  const actors = Object.keys(catalogue.results)

  describe(`paths of ${machine.id}`, () => {
    const walked = new Set<string>()
    const visited = new Set<string>()
    const record = recordWalks('machine', machine.id)

    async function walk(input: unknown, path: Path) {
      const run = runMachine(machine, { actors, input, delays })
      const look = () => {
        const snapshot = run.snapshot() as AnyMachineSnapshot
        const state = findLeaf(snapshot)
        visited.add(state)
        states[state]?.(snapshot as SnapshotFrom<M>)
        return snapshot
      }
      look()
      for (const step of path.steps) {
        await run.happen(step.event)
        expect(look().value, path.name).toEqual(step.value)
      }
      for (const name of run.walked.keys()) walked.add(name)
      record(path.name, run.walked)
      run.actor.stop()
    }

    test('each leads where the machine says, and each state holds what it promises', async () => {
      const events = happenings(catalogue)
      for (const input of inputs) {
        for (const path of everyWalk(machine, { events, input, distinguish })) {
          await walk(input, path).catch((cause: unknown) => {
            throw new Error(`The path failed: ${path.name}`, { cause })
          })
        }
      }
    })

    test('every transition was walked', () => {
      expect(declaredTransitions(machine).filter((name) => !walked.has(name))).toEqual([])
    })

    test('every state is described, and was reached unless it passes at once', () => {
      expect(Object.keys(states).sort()).toEqual([...visited].sort())
      const unseen = leafStates(machine).filter((state) => !visited.has(state))
      expect(unseen.filter((state) => !isPassing(machine, state))).toEqual([])
    })
  })
}

/** A state that is left as soon as it is entered: its last `always` has no guard. */
function isPassing(machine: AnyStateMachine, state: string): boolean {
  const node = machine.getStateNodeById(`${machine.id}.${state}`)
  return node.always?.some((transition) => transition.guard === undefined) ?? false
}
