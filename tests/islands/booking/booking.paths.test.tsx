import type { ContextFrom } from 'xstate'
import type { RestoreDraftResult } from '#machines/booking/booking.types.ts'
import { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import {
  checkoutCatalogue,
  slotChoiceCatalogue,
  weekChoiceCatalogue,
} from '../../machines/booking/booking.catalogue.ts'
import {
  attempt,
  draft,
  guest,
  hold,
  person,
  slot,
} from '../../machines/booking/booking-samples.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { everyEdge, onePerStep, type Path, stateName } from '../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../describe-screens.ts'
import { meetTheForm, personDoes, serverAnswers } from './booking-drivers.ts'
import { checkoutScreens, slotChoiceScreens, weekChoiceScreens } from './booking-screens.ts'
import { answeredDetails, openBooking, type Stage } from './booking-stage.tsx'

type Walk = Path & { viewer: string | null }

/** Of all paths whose last step that is offered is the same between two states, the shortest. */
function onePerEdge<W extends Path>(all: readonly W[]): W[] {
  const found = new Map<string, W>()
  for (const path of all.toSorted((one, other) => one.steps.length - other.steps.length)) {
    const end = path.steps.findLastIndex(({ isOffered }) => isOffered)
    const { from, value } = path.steps[end] ?? {}
    const edge = `${from}: ${path.names[end]} → ${stateName(value)}`
    if (!found.has(edge)) found.set(edge, path)
  }
  return onePerStep([...found.values()])
}

async function drive(stage: Stage, event: Happening, { to }: { to: string }): Promise<unknown> {
  const does = event.actorId ? serverAnswers[event.actorId] : personDoes[event.type]
  const answer = await does?.(stage, event)
  if (to === 'open.identifying' && answer !== notOffered) await meetTheForm(stage)
  return answer
}

/** As a guest, and as somebody who is signed in; only these can turn out not to be. */
const asEither = (walksOf: (viewer: string | null) => Path[]): Walk[] =>
  [null, person.uuid].flatMap((viewer) =>
    walksOf(viewer)
      .filter(({ steps }) => viewer !== null || !steps.some(endsSession))
      .map((path) => ({ ...path, viewer })),
  )

function endsSession({ event: { actorId, output } }: Path['steps'][number]): boolean {
  const { kind, guest } = (output ?? {}) as { kind?: string; guest?: unknown }
  if (actorId === 'guestBooking') return guest === null
  return kind === 'signedOut' && (actorId === 'checkout' || actorId === 'bookingSubmission')
}

describeScreens('every way to a time', {
  paths: onePerEdge(
    asEither((viewer) =>
      everyEdge(slotChoiceMachine, {
        events: happenings(slotChoiceCatalogue),
        input: { week: null, day: null, site: null, viewer, pressed: null },
        distinguish: ({
          viewer,
          chosen,
          hold,
          notice,
          started,
        }: ContextFrom<typeof slotChoiceMachine>) => [
          viewer,
          chosen !== null,
          hold !== null,
          notice !== null,
          started.attempt !== null,
        ],
        offeredNowhere: () => [
          // While the times are not shown yet. A journey chooses one that is.
          'releasing: slot.chosen',
          // Parts of the flow that throw are bugs; they have a way on, and no screen leads there.
          'resuming: error restoreDraft',
          'choosing: error weekChoice',
          'checkingOut: error checkout',
          // Shown by `late-part`.
          'fetchingCheckout: error fetchCheckout',
        ],
      }),
    ),
  ),
  /** The browser as the first answer of a path says it was left. */
  open: ({ steps, viewer }) => {
    const result = steps.find(({ isOffered }) => isOffered)?.event.output as
      | RestoreDraftResult
      | undefined
    const started = { details: answeredDetails, viewer, hasBooked: true }
    if (!result || result.kind === 'nothing') return openBooking(started)
    const { draft, guest, kind } = result
    return openBooking({ ...started, draft, guest, isNewTab: kind === 'returned' })
  },
  drive,
  screens: slotChoiceScreens,
  // The draft is read before anything can be seen.
  passing: ['resuming', 'fetchingCheckout'],
})

describeScreens('every way through the times of a week', {
  paths: onePerEdge(
    everyEdge(weekChoiceMachine, {
      events: happenings(weekChoiceCatalogue),
      input: { week: null, day: null, site: null, weekShown: false, fresh: false },
      distinguish: ({ weekShown }: { weekShown: boolean }) => weekShown,
      // The list of sites comes with the first week.
      offeredNowhere: ({ weekShown }: { weekShown: boolean }) =>
        weekShown ? [] : ['loadingWeek: site.chosen', 'weekFailed: site.chosen'],
    }),
  ),
  open: () => openBooking(),
  drive,
  screens: weekChoiceScreens,
})

const started = { chosen: slot, hold, editing: false, acceptedId: null, refusedFields: {} }

describeScreens('every way through the checkout', {
  paths: onePerEdge(
    asEither((viewer) =>
      [null, attempt].flatMap((attempt) =>
        everyEdge(checkoutMachine, {
          events: happenings(checkoutCatalogue),
          input: { ...started, viewer, attempt, guest: attempt && (viewer ? person : guest) },
          distinguish: ({ guest, editing }: ContextFrom<typeof checkoutMachine>) => [
            guest !== null,
            editing,
          ],
          offeredNowhere: () => [
            'open.comparing: booking.abandoned',
            // Parts of the flow that throw are bugs; they have a way on, and no screen leads there.
            'open.comparing: error holdRenewal',
            'open.warned: error holdRenewal',
            'open.identifying: error holdRenewal',
            'open.reviewing.answering: error holdRenewal',
            'open.reviewing.offline: error holdRenewal',
            'open.refused: error holdRenewal',
            'confirming: error holdRenewal',
            'open.identifying: error guestBooking',
            'confirming: error bookingSubmission',
          ],
        }),
      ),
    ),
  ),
  open: ({ start, viewer }) => {
    const isSending = start === 'confirming'
    return openBooking({
      draft: { ...draft, attempt: isSending ? attempt : null },
      guest: isSending ? (viewer ? person : guest) : null,
      details: answeredDetails,
      hasBooked: true,
      viewer,
    })
  },
  drive,
  screens: checkoutScreens,
})
