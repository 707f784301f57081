import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Happening } from '../machines/event-catalogue.ts'
import { type Path, stateName } from '../machines/walk-machine.ts'

/** What a driver answers when no screen offers the event. */
export const notOffered = Symbol('not offered')

/** A part that is loaded late is there a moment after the state is. */
const PATIENCE = { timeout: 10_000 }

/** Where a walk stands: the states before and after the event, and the steps that follow. */
type Progress = { from: string; to: string; rest: Path['steps'] }

type Suite<Walk extends Path, Stage> = {
  paths: readonly Walk[]
  open: (walk: Walk) => Stage | Promise<Stage>
  drive: (stage: Stage, event: Happening, progress: Progress) => unknown
  /** What a person sees in each state, whichever path led there. */
  screens: Record<string, (stage: Stage, walk: Walk) => unknown>
  /** States that have passed by the time one can look. */
  passing?: readonly string[]
}

/** A walk is called by its last step and where that leads; a failure names all of its steps. */
function titled<Walk extends Path>(
  path: Walk,
  index: number,
): readonly [title: string, path: Walk] {
  const end = stateName(path.steps.at(-1)?.value ?? path.start)
  return [`walk ${index + 1} to ${end}, by ${path.names.at(-1) ?? 'opening'}`, path]
}

/** Walks paths through the real island and looks at the screen after each step. */
export function describeScreens<Walk extends Path, Stage>(
  title: string,
  { paths, open, drive, screens, passing = [] }: Suite<Walk, Stage>,
) {
  describe(title, () => {
    const shown = new Set<string>()

    test.for(paths.map(titled))('%s', async ([, path]) => {
      const stage = await open(path)
      const look = async (state: string) => {
        if (passing.includes(state)) return
        const check = async () => screens[state]?.(stage, path)
        await check().catch(() => waitFor(check, PATIENCE))
        shown.add(state)
      }
      await look(stateName(path.start))
      for (const [index, { event, from, value, isOffered }] of path.steps.entries()) {
        const rest = path.steps.slice(index + 1)
        const to = stateName(value)
        const take = async () => {
          const answer = await drive(stage, event, { from, to, rest })
          expect(answer !== notOffered, 'the screen offers it').toBe(isOffered)
          await look(to)
        }
        await take().catch((cause: unknown) => {
          const step = `step ${index + 1}, ${path.names[index]}, from ${from} to ${to}`
          throw new Error(`${path.name}\nThe walk failed at ${step}: ${cause}`, { cause })
        })
      }
    })

    test('shows every screen', () => {
      expect([...shown].sort()).toEqual(Object.keys(screens).sort())
    })
  })
}
