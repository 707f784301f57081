import { createMachine, initialTransition, type SnapshotFrom, transition } from 'xstate'
import { createTestModel, getShortestPaths } from 'xstate/graph'

/**
 * What a visitor can do while booking, and what they see then: written by hand from the design
 * (sections 3, 6 and 7), not from the product's own machine. "Known" are those who have said who
 * they are; they come back to the review.
 */
export const definition = {
  initial: 'choosing',
  states: {
    choosing: {
      on: { chooseTime: 'enteringDetails', chooseTakenTime: 'timeTaken' },
    },
    timeTaken: { on: { chooseTime: 'enteringDetails' } },
    enteringDetails: {
      on: {
        submitNothing: 'correctingDetails',
        submitDetails: 'reviewing',
        changeTime: 'choosingAgain',
        startAgain: 'choosing',
        letHoldEnd: 'holdEnded',
        reload: 'enteringDetails',
        leaveAndReturn: 'askedToContinue',
      },
    },
    correctingDetails: { on: { submitDetails: 'reviewing' } },
    choosingAgain: {
      on: {
        keepTime: 'enteringDetails',
        chooseTime: 'enteringDetails',
        startAgain: 'choosing',
        reload: 'choosingAgain',
      },
    },
    askedToContinue: { on: { continueBooking: 'enteringDetails', startAgain: 'choosing' } },
    holdEnded: {
      on: { askForTimeAgain: 'enteringDetails', changeTime: 'choosingAgain' },
    },
    reviewing: {
      on: {
        confirm: 'booked',
        confirmAndLoseAnswer: 'unanswered',
        confirmLostTime: 'timeTakenKnown',
        confirmSecondAtThatTime: 'refused',
        confirmWithdrawnService: 'withdrawn',
        changeDetails: 'changingDetails',
        changeTime: 'choosingAgainKnown',
        letHoldEnd: 'holdEndedKnown',
        reload: 'reviewing',
      },
    },
    changingDetails: { on: { submitDetails: 'reviewing', closeDialog: 'reviewing' } },
    choosingAgainKnown: { on: { keepTime: 'reviewing', chooseTime: 'reviewing' } },
    timeTakenKnown: { on: { chooseTime: 'reviewing' } },
    holdEndedKnown: { on: { askForTimeAgain: 'reviewing' } },
    refused: {
      on: {
        changeTime: 'choosingAgainKnown',
        changeDetails: 'changingDetails',
        startAgain: 'choosing',
      },
    },
    unanswered: { on: { tryAgain: 'booked', reload: 'booked' } },
    withdrawn: {},
    booked: {},
  },
} as const

export type ModelState = keyof typeof definition.states
type EventsOf<S> = S extends { on: infer On } ? keyof On : never
export type ModelEvent = EventsOf<(typeof definition.states)[ModelState]>

const machine = createMachine({ id: 'visit', ...definition })
const model = createTestModel(machine)

/** A walk does not grow beyond this: a shorter one is easier to read when it fails. */
const LONGEST_WALK = 8

type Transition = { from: string; event: string }

/**
 * Walks that take every transition of the model at least once: from where a walk stands, the
 * shortest way to the nearest transition that none has taken yet, until nothing follows.
 */
export function walks() {
  const open = new Set(transitions.map(formatName))
  const found: string[][] = []
  while (open.size > 0) {
    const events: string[] = []
    for (let [state] = initialTransition(machine); ; ) {
      const way = nearestOpen(state, open)
      if (!way || (events.length > 0 && events.length + way.length > LONGEST_WALK)) break
      for (const event of way) {
        open.delete(formatName({ from: String(state.value), event }))
        events.push(event)
        state = transition(machine, state, { type: event })[0]
      }
    }
    found.push(events)
  }
  return found.flatMap((events) => model.getPathsFromEvents(events.map((type) => ({ type }))))
}

type Snapshot = SnapshotFrom<typeof machine>

const transitions: Transition[] = Object.entries(definition.states).flatMap(([from, state]) =>
  Object.keys('on' in state ? state.on : {}).map((event) => ({ from, event })),
)

const formatName = ({ from, event }: Transition) => `${from} ${event}`

/** The events of the shortest way that ends with a transition nobody has taken; null for none. */
function nearestOpen(state: Snapshot, open: ReadonlySet<string>): string[] | null {
  const ways = getShortestPaths(machine, { fromState: state }).flatMap((path) => {
    const from = String(path.state.value)
    const before = path.steps.slice(1).map((step) => step.event.type)
    return transitions
      .filter((next) => next.from === from && open.has(formatName(next)))
      .map(({ event }) => [...before, event])
  })
  return ways.reduce<string[] | null>(
    (best, way) => (best === null || way.length < best.length ? way : best),
    null,
  )
}
