import {
  type ActorLogicFrom,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromPromise,
  type InspectionEvent,
  SimulatedClock,
} from 'xstate'
import { getAdjacencyMap, getStateNodes } from 'xstate/graph'
import { isFull } from '../amount.ts'
import type { Happening } from './event-catalogue.ts'

type Step = {
  event: Happening
  value: unknown
  from: string
  /** The key of the state that it leads to. */
  to: string
  isEnd: boolean
  isOffered: boolean
}
/** From the start of the machine: what happens, and the state each event must lead to. */
export type Path = { start: unknown; steps: Step[]; names: string[]; name: string }

type AdjacentState = {
  state: AnyMachineSnapshot
  transitions: Record<string, { event: Happening; state: AnyMachineSnapshot }>
}

type Traversal = {
  events: Happening[]
  input?: unknown
  /** What else than its value tells two states apart. */
  distinguish?: ((context: never) => unknown) | undefined
  /** Events that no screen offers in the state named before them: the walk stays where it is. */
  offeredNowhere?: ((context: never) => readonly string[]) | undefined
}

const serializer =
  (distinguish: Traversal['distinguish']) =>
  (state: AnyMachineSnapshot): string =>
    JSON.stringify([state.value, state.status, distinguish?.(state.context as never)])

/** The kind of an actor's result; empty for any other event. */
const toKind = (event: object): string =>
  (event as { output?: { kind?: string } }).output?.kind ?? ''

const formatName = (event: Happening): string => {
  const kind = toKind(event)
  return event.type.replace(/^xstate\.(\w+)\.(actor\.)?/, '$1 ') + (kind ? ` ${kind}` : '')
}

/** Every state that can be reached, by its key, with what it answers; and the key of the first. */
function mapMachine(machine: AnyStateMachine, traversal: Traversal) {
  const toKey = serializer(traversal.distinguish)
  const answered = (state: AnyMachineSnapshot) =>
    traversal.events.filter(
      (event) => state.status === 'active' && machine.getTransitionData(state, event).length > 0,
    )
  const options = { events: answered, input: traversal.input, serializeState: toKey } as never
  const adjacent = Object.values(getAdjacencyMap(machine, options)) as AdjacentState[]
  const stops = new Map<string, Step[]>(
    adjacent.map(({ state, transitions }) => [
      toKey(state),
      Object.values(transitions).map(({ event, state: next }) => {
        const from = stateName(state.value)
        const unoffered = traversal.offeredNowhere?.(state.context as never)
        const isOffered = !unoffered?.includes(`${from}: ${formatName(event)}`)
        const then = isOffered ? next : state
        const isEnd = answered(then).length === 0
        return { event, value: then.value, from, to: toKey(then), isEnd, isOffered }
      }),
    ]),
  )
  const [first] = adjacent
  return { stops, start: first ? toKey(first.state) : '', initial: first?.state.value }
}

/** The shortest path to every state, followed by every event that the state answers. */
export function everyEdge(machine: AnyStateMachine, traversal: Traversal): Path[] {
  const { stops, start, initial } = mapMachine(machine, traversal)
  const paths: Path[] = []
  const findUnoffered = (key: string) => stops.get(key)?.filter(({ isOffered }) => !isOffered) ?? []
  const ways = new Map<string, Step[]>([[start, findUnoffered(start)]])
  for (const [key, way] of ways) {
    for (const edge of stops.get(key) ?? []) {
      if (!edge.isOffered) continue
      // What is not offered leaves the screen as it is, and so needs no walk of its own.
      const steps = [...way, edge, ...findUnoffered(edge.to)]
      paths.push(toPath(initial, steps))
      if (!ways.has(edge.to)) ways.set(edge.to, steps)
    }
  }
  return paths
}

/**
 * The same without those with which another begins: whoever walks that one, and looks after each
 * step, has walked them.
 */
export function everyWalk(machine: AnyStateMachine, traversal: Traversal): Path[] {
  const paths = everyEdge(machine, traversal)
  const toKey = (steps: Step[]) => steps.map(({ event }) => traversal.events.indexOf(event)).join()
  const beginnings = new Set(
    paths.flatMap(({ steps }) => steps.map((_, end) => toKey(steps.slice(0, end)))),
  )
  return paths.filter(({ steps }) => !beginnings.has(toKey(steps)))
}

/** Two steps that differ by the way to them alone are one, and so are those to an end, wherever from. */
const toDifference = ({ from, event, value, isEnd }: Step) =>
  JSON.stringify(isEnd ? [formatName(event), value] : [from, event, value])

/**
 * In full, all paths. Otherwise those with a step that no other has, those first that have most: what
 * only the way to a state tells apart, the machine's own walks show as well.
 */
export function onePerStep<Walk extends Path>(paths: readonly Walk[]): Walk[] {
  if (isFull) return [...paths]
  const left = paths.map((path) => ({ path, fresh: new Set(path.steps.map(toDifference)) }))
  const chosen: Walk[] = []
  while (left.length > 0) {
    const sizes = left.map(({ fresh }) => fresh.size)
    const most = Math.max(...sizes)
    const [next] = left.splice(sizes.indexOf(most), 1)
    if (!next || most === 0) break
    chosen.push(next.path)
    const steps = [...next.fresh]
    for (const { fresh } of left) for (const step of steps) fresh.delete(step)
  }
  return chosen
}

/** Walks that end where a longer one would show something of the way by which a state was reached. */
export const shortWalks = (machine: AnyStateMachine, traversal: Traversal): Path[] =>
  onePerStep(everyWalk(machine, traversal))

/** Steps after which a walk ends: whoever reads which one failed has to find out where. */
const LONGEST_WALK = 48
/** So many steps further on are no more than another beginning is. */
const BEGINNING = 2

/**
 * Few walks that go on where they are as long as there is something new nearby, round and back
 * again, as people do. In full, every state answers each of its events once at least. Otherwise
 * states of one name count as one, and a step that walks of another input have `walked` is not new.
 */
export function longWalks(
  machine: AnyStateMachine,
  traversal: Traversal,
  walked = new Set<unknown>(),
): Path[] {
  const { stops, start, initial } = mapMachine(machine, traversal)
  const toStep = (edge: Step) => (isFull ? edge : toDifference(edge))
  /** The shortest way from a state over something new; better not into a dead end. */
  const wayFrom = (from: string) => {
    const ways = new Map<string, Step[]>([[from, []]])
    let end: Step[] | null = null
    for (const [key, way] of ways) {
      const edges = stops.get(key) ?? []
      const fresh = edges.filter((edge) => !walked.has(toStep(edge)))
      const next = fresh.find(({ isEnd }) => !isEnd)
      if (next) return [...way, next]
      if (fresh[0]) end ??= [...way, fresh[0]]
      for (const edge of edges) if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge])
    }
    return end
  }
  const walks: Path[] = []
  for (let first = wayFrom(start); first; first = wayFrom(start)) {
    const steps: Step[] = []
    let way: Step[] | null = first
    while (way && steps.length + way.length <= Math.max(LONGEST_WALK, first.length)) {
      steps.push(...way)
      for (const edge of way) walked.add(toStep(edge))
      way = wayFrom(steps.at(-1)?.to ?? start)
      const again = wayFrom(start)
      if (way && again && way.length > again.length + BEGINNING) break
    }
    walks.push(toPath(initial, steps))
  }
  return walks
}

function toPath(start: unknown, steps: Step[]): Path {
  const names = steps.map(({ event }) => formatName(event))
  return {
    start,
    steps,
    names,
    name: names.join(', '),
  }
}

/** A state value as the path of its states: `{ held: 'reviewing' }` is `held.reviewing`. */
export function stateName(value: unknown): string {
  if (typeof value === 'string') return value
  const [[parent, child] = []] = Object.entries(value ?? {})
  return `${parent}.${stateName(child)}`
}

/** Names a transition of the configuration, the same in every copy of the machine. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType)
  return `${source.id} on ${eventType || 'always'} [${siblings?.indexOf(transition as never)}]`
}

/** The transitions that were taken, by name, each with the kinds of result that led to it. */
export type Walked = Map<string, Set<string>>

export function noteTransitions(walked: Walked, event: InspectionEvent) {
  if (event.type !== '@xstate.microstep') return
  for (const name of event._transitions.map(transitionName)) {
    const kinds = walked.get(name) ?? new Set()
    walked.set(name, kinds.add(toKind(event.event)))
  }
}

/** Every transition that the configuration of a machine declares. */
export function findTransitions(machine: AnyStateMachine): AnyTransitionDefinition[] {
  const all = [machine.root, ...getStateNodes(machine)].flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flat(),
  )
  return [...new Map(all.map((transition) => [transitionName(transition), transition])).values()]
}

export const declaredTransitions = (machine: AnyStateMachine): string[] =>
  findTransitions(machine).map(transitionName).sort()

/** Every state in which nothing but itself is active, without the machine's own id. */
export function leafStates(machine: AnyStateMachine): string[] {
  return getStateNodes(machine)
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => node.path.join('.'))
    .sort()
}

export function findLeaf(snapshot: AnyMachineSnapshot): string {
  return snapshot._nodes
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => node.path.join('.'))
    .join()
}

/** An actor's answer, for `happen`. */
export const answered = (actorId: string, output: unknown): Happening => ({
  type: `xstate.done.actor.${actorId}`,
  actorId,
  output,
})

/** An actor that breaks down, for `happen`. */
export const broken = (actorId: string): Happening => ({
  type: `xstate.error.actor.${actorId}`,
  actorId,
  error: new Error('No answer'),
})

type Settle = { resolve: (output: unknown) => void; reject: (error: unknown) => void }

/** A running machine whose actors answer when told to and whose time moves when told to. */
export function runMachine<M extends AnyStateMachine>(
  machine: M,
  options: { actors: readonly string[]; input?: unknown; delays?: Record<string, number> },
) {
  const clock = new SimulatedClock()
  const pending = new Map<string, Settle>()
  const inputs: { actor: string; input: unknown }[] = []
  const walked: Walked = new Map()
  const pendingActor = (name: string) =>
    fromPromise(({ input }) => {
      inputs.push({ actor: name, input })
      return new Promise((resolve, reject) => pending.set(name, { resolve, reject }))
    })
  const actor = createActor(
    machine.provide({
      actors: Object.fromEntries(options.actors.map((name) => [name, pendingActor(name)])) as never,
    }) as ActorLogicFrom<M>,
    {
      clock,
      input: options.input,
      inspect: (event: InspectionEvent) => noteTransitions(walked, event),
    } as never,
  )
  actor.start()

  const settle = (name: string, act: (settle: Settle) => void) => {
    const waiting = pending.get(name)
    if (!waiting) throw new Error(`${name} was not asked`)
    pending.delete(name)
    act(waiting)
  }
  const happen = async (event: Happening) => {
    const delay = /^xstate\.after\.([^.]+)\.(.+)$/.exec(event.type)
    if (delay) clock.increment(options.delays?.[String(delay[2])] ?? 0)
    else if (event.type.startsWith('xstate.done.actor.'))
      settle(String(event.actorId), ({ resolve }) => resolve(event.output))
    else if (event.type.startsWith('xstate.error.actor.'))
      settle(String(event.actorId), ({ reject }) => reject(event.error))
    else actor.send(event as never)
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  return { actor, clock, inputs, walked, happen, snapshot: () => actor.getSnapshot() }
}
