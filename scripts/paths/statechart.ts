import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { getStateNodes } from 'xstate/graph'
import { findTransitions, transitionName } from '../../tests/machines/walk-machine.ts'

export type ChartState = {
  id: string
  /** Its place in the machine, such as `held.reviewing`; empty for the machine itself. */
  path: string
  key: string
  parent: string | null
  /** The state that is entered first inside it. */
  initial: string | null
  isFinal: boolean
}
export type ChartTransition = {
  /** The same in every copy of the machine: tests record it. */
  name: string
  from: string
  event: string
  guard: string
  /** No target means that the state does not change. */
  to: string[]
}
export type Statechart = {
  id: string
  file: string
  states: ChartState[]
  transitions: ChartTransition[]
}

export function toStatechart(machine: AnyStateMachine, file: string): Statechart {
  return {
    id: machine.id,
    file,
    states: [machine.root, ...getStateNodes(machine)].map(toState),
    transitions: findTransitions(machine).map((transition) => ({
      name: transitionName(transition),
      from: transition.source.id,
      event: eventWords(transition.eventType),
      guard: guardWords(transition.guard),
      to: (transition.target ?? []).map(({ id }) => id),
    })),
  }
}

function toState(node: AnyStateNode): ChartState {
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : []
  return {
    id: node.id,
    path: node.path.join('.'),
    key: node.key,
    parent: node.parent?.id ?? null,
    initial: initial?.id ?? null,
    isFinal: node.type === 'final',
  }
}

/** An event as a tester says it: `loadWeek fails` rather than `xstate.error.actor.loadWeek`. */
function eventWords(type: string): string {
  if (type === '') return 'at once'
  const [, kind, subject = ''] =
    /^xstate\.(done|error|after|snapshot)\.(?:actor\.|state\.)?(.+)$/.exec(type) ?? []
  if (kind === 'done') return `${subject} is done`
  if (kind === 'error') return `${subject} fails`
  if (kind === 'snapshot') return `${subject} changes`
  if (kind === 'after') return `after ${subject.split('.')[0]}`
  return type
}

function guardWords(guard: AnyTransitionDefinition['guard']): string {
  if (typeof guard === 'string') return guard
  if (typeof guard === 'function') return guard.name
  return guard?.type ?? ''
}
