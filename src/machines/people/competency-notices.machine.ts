import { assign, setup } from 'xstate'
import type { ExpiringCompetency } from '#lib/contract/competencies.ts'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

/** What somebody dismisses: another notice of the same competency is due later, and is another. */
type NoticeMark = Pick<ExpiringCompetency, 'id' | 'notice_type'>

export type LoadExpiringCompetenciesResult =
  | { kind: 'expiring'; notices: readonly ExpiringCompetency[] }
  | { kind: 'none' }

type CompetencyNoticesEvent = { type: 'notice.dismissed'; notice: NoticeMark }

const isSame = (one: NoticeMark, other: NoticeMark) =>
  one.id === other.id && one.notice_type === other.notice_type

/**
 * Tells a clinician which of their competencies end soon, until each notice has been dismissed. What cannot be loaded is not missed: it comes with the next visit.
 */
export const competencyNoticesMachine = setup({
  types: {
    context: {} as { notices: readonly ExpiringCompetency[] },
    events: {} as CompetencyNoticesEvent,
  },
  actors: { loadExpiringCompetencies: providedActor<LoadExpiringCompetenciesResult>() },
  actions: {
    rememberDismissed: (_, _params: { notice: NoticeMark }) => undefined,
    storeNotices: assign({
      notices: (_, params: { notices: readonly ExpiringCompetency[] }) => params.notices,
    }),
    dropNotice: assign({
      notices: ({ context }, { notice }: { notice: NoticeMark }) =>
        context.notices.filter((other) => !isSame(other, notice)),
    }),
  },
  guards: {
    isShown: ({ context }, { notice }: { notice: NoticeMark }) =>
      context.notices.some((other) => isSame(other, notice)),
    isNothingLeft: ({ context }) => context.notices.length === 0,
  },
}).createMachine({
  id: 'competencyNotices',
  context: { notices: [] },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadExpiringCompetencies',
        src: 'loadExpiringCompetencies',
        onDone: [
          whenKind('expiring', { target: 'showing', actions: 'storeNotices' }),
          { target: 'quiet' },
        ],
        onError: 'quiet',
      },
    },
    showing: {
      always: { guard: 'isNothingLeft', target: 'quiet' },
      on: {
        'notice.dismissed': {
          guard: withEvent('isShown'),
          actions: [withEvent('rememberDismissed'), withEvent('dropNotice')],
        },
      },
    },
    quiet: { type: 'final' },
  },
})
