import { assign, setup } from 'xstate'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { ChosenSlot, ViewedWeek } from './booking.types.ts'

type LoadWeekInput = {
  week: string | null
  day: string | null
  site: string | null
  /** Ask the server even when a recent answer is at hand. */
  fresh: boolean
}

type LoadWeekResult =
  /** `day` is the one to show: the day asked for, else the first with a time in that week. */
  { kind: 'loaded'; week: string; day: string | null } | { kind: 'withdrawn' }

type WeekChoiceContext = ViewedWeek & {
  fresh: boolean
}

type WeekChoiceEvent =
  | { type: 'week.chosen'; week: string; day: string | null }
  | { type: 'week.retried' }
  | { type: 'day.chosen'; day: string }
  | { type: 'site.chosen'; site: string | null }
  | { type: 'slot.chosen'; slot: ChosenSlot }
  | { type: 'connection.restored' }

type WeekChoiceResult = { kind: 'chosen'; slot: ChosenSlot } | { kind: 'withdrawn' }

/**
 * A visitor looks for a time by week, day and branch. While a week is fetched, the one before can be
 * chosen from as ever: whether a time is still free, holding it will tell.
 */
export const weekChoiceMachine = setup({
  types: {
    context: {} as WeekChoiceContext,
    events: {} as WeekChoiceEvent,
    input: {} as WeekChoiceContext,
    output: {} as WeekChoiceResult,
  },
  actors: { loadWeek: providedActor<LoadWeekResult, LoadWeekInput>() },
  actions: {
    showWeek: assign((_, { week, day }: { week: string; day: string | null }) => ({
      week,
      day,
      weekShown: true,
      fresh: false,
    })),
  },
  guards: { isWeekShown: ({ context }) => context.weekShown },
}).createMachine({
  id: 'weekChoice',
  context: ({ input }) => input,
  initial: 'loadingWeek',
  on: {
    'week.chosen': {
      target: '.loadingWeek',
      actions: assign(({ event: { week, day } }) => ({ week, day, fresh: false })),
    },
    'site.chosen': {
      target: '.loadingWeek',
      actions: assign(({ event: { site } }) => ({ site, fresh: false })),
    },
  },
  states: {
    loadingWeek: {
      invoke: {
        id: 'loadWeek',
        src: 'loadWeek',
        input: ({ context: { week, day, site, fresh } }) => ({ week, day, site, fresh }),
        onDone: [
          whenKind('loaded', { target: 'choosingSlot', actions: 'showWeek' }),
          { target: 'withdrawn' },
        ],
        onError: 'weekFailed',
      },
      on: {
        'day.chosen': {
          guard: 'isWeekShown',
          target: 'loadingWeek',
          reenter: true,
          actions: assign(({ event: { day } }) => ({ day, fresh: false })),
        },
        'slot.chosen': { guard: 'isWeekShown', target: 'slotChosen' },
      },
    },
    weekFailed: { on: { 'week.retried': 'loadingWeek', 'connection.restored': 'loadingWeek' } },
    choosingSlot: {
      on: {
        'day.chosen': { actions: assign({ day: ({ event }) => event.day }) },
        'slot.chosen': 'slotChosen',
      },
    },
    slotChosen: { type: 'final', output: ({ event }) => ({ ...event, kind: 'chosen' }) },
    withdrawn: { type: 'final', output: { kind: 'withdrawn' } },
  },
  output: ({ event }) => event.output as WeekChoiceResult,
})
