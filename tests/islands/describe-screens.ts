import { describe, expect, test } from 'vitest'
import { isFull } from '../amount.ts'
import type { Happening } from '../machines/event-catalogue.ts'
import { type Path, stateName } from '../machines/walk-machine.ts'

/** What a driver answers when no screen offers the event: a walk that needs it ends there. */
export const notOffered = Symbol('not offered')

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
  /** Events that no screen offers in the state named before them. */
  offeredNowhere?: readonly string[]
}

/** Each step as the state before, the event's name and the state after it; first, where the path starts. */
function listSteps({ start, steps, names }: Path): string[] {
  const states = [stateName(start), ...steps.map(({ value }) => stateName(value))]
  const taken = names.map((name, index) => JSON.stringify([states[index], name, states[index + 1]]))
  return [JSON.stringify(states[0]), ...taken]
}

/** A walk is called by its last step and where that leads; a failure names all of its steps. */
function titled<Walk extends Path>(
  path: Walk,
  index: number,
): readonly [title: string, path: Walk] {
  const end = stateName(path.steps.at(-1)?.value ?? path.start)
  return [`walk ${index + 1} to ${end}, by ${path.names.at(-1) ?? 'opening'}`, path]
}

/** Those first that have most steps which none before has. */
function newestFirst<Walk extends Path>(paths: readonly Walk[]): Walk[] {
  const left = paths.map((path) => ({ path, fresh: new Set(listSteps(path)) }))
  const ordered: Walk[] = []
  while (left.length > 0) {
    const sizes = left.map(({ fresh }) => fresh.size)
    const [next] = left.splice(sizes.indexOf(Math.max(...sizes)), 1)
    if (!next) break
    ordered.push(next.path)
    for (const { fresh } of left) for (const step of next.fresh) fresh.delete(step)
  }
  return ordered
}

/**
 * Walks paths through the real island and looks at the screen after each step: in full each of them,
 * otherwise those with a step that was not taken before, whatever its event brings along. What only data
 * tell apart, the machine's own walks show as well.
 */
export function describeScreens<Walk extends Path, Stage>(
  title: string,
  { paths, open, drive, screens, passing = [], offeredNowhere = [] }: Suite<Walk, Stage>,
) {
  describe(title, () => {
    const shown = new Set<string>()
    const unoffered = new Set<string>()

    const taken = new Set<string>()
    const walks = isFull ? paths : newestFirst(paths)

    test.for(walks.map(titled))('%s', async ([, path], { skip }) => {
      const ahead = listSteps(path)
      if (!isFull && ahead.every((step) => taken.has(step))) skip()
      const stage = await open(path)
      const look = async (state: string) => {
        if (passing.includes(state)) return
        await screens[state]?.(stage, path)
        shown.add(state)
      }
      let from = stateName(path.start)
      await look(from)
      taken.add(ahead[0] ?? '')
      for (const [index, { event, value }] of path.steps.entries()) {
        const rest = path.steps.slice(index + 1)
        const to = stateName(value)
        const take = async () => {
          const offered = (await drive(stage, event, { from, to, rest })) !== notOffered
          if (offered) await look(to)
          return offered
        }
        const offered = await take().catch((cause: unknown) => {
          const step = `step ${index + 1}, ${path.names[index]}, from ${from} to ${to}`
          throw new Error(`${path.name}\nThe walk failed at ${step}: ${cause}`, { cause })
        })
        if (!offered) {
          unoffered.add(`${from}: ${path.names[index]}`)
          // What the flow ignores changes nothing, so the walk goes on.
          if (from !== to) return
        }
        taken.add(ahead[index + 1] ?? '')
        from = to
      }
    })

    test('shows every screen, and offers every event where the flow takes it', () => {
      expect([...shown].sort()).toEqual(Object.keys(screens).sort())
      expect([...unoffered].sort()).toEqual(offeredNowhere.toSorted())
    })
  })
}
