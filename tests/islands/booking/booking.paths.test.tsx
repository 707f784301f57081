import '../ui/island-setup.ts'

import { bookingMachine } from '#machines/booking/booking.machine.ts'
import type { BookingContext, RestoreDraftResult } from '#machines/booking/booking.types.ts'
import { bookingCatalogue } from '../../machines/booking/booking.catalogue.ts'
import { person } from '../../machines/booking/booking-samples.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { everyEdge, type Path, stateName } from '../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../describe-screens.ts'
import { meetTheForm, personDoes, serverAnswers } from './booking-drivers.ts'
import { screens } from './booking-screens.ts'
import { answeredDetails, openBooking, type Stage } from './booking-stage.tsx'

/** What no screen offers, and why. */
const OFFERED_NOWHERE = [
  // The list of sites comes with the first week.
  'choosing.loadingWeek: site.chosen',
  'choosing.weekFailed: site.chosen',
  'choosing.slotTaken: site.chosen',
  // By the browser's Back button.
  'held.comparing: time.changed',
  // Parts of the flow that throw are bugs; they have a way on, and no screen leads there.
  'held.confirming: error holdKeeping',
  'held.identifying: error holdKeeping',
  'held.comparing: error holdKeeping',
  'held.warned: error holdKeeping',
  'held.refused: error holdKeeping',
  'held.reviewing.answering: error holdKeeping',
  'held.reviewing.offline: error holdKeeping',
  'held.identifying: error guestBooking',
  'held.confirming: error bookingSubmission',
  'resuming: error restoreDraft',
]

type Walk = Path & { viewer: string | null }

/** As a guest, and as somebody who is signed in. */
const walks = [null, person.uuid].flatMap((viewer) =>
  everyEdge(bookingMachine, {
    events: happenings(bookingCatalogue),
    input: { week: null, day: null, site: null, viewer },
    distinguish: (context: BookingContext) => {
      const { chosen, hold, guest, editing, attempt, notice } = context
      return [
        context.viewer,
        context.weekShown,
        chosen !== null,
        hold !== null,
        guest !== null,
        editing,
        attempt !== null,
        notice !== null,
      ]
    },
  }).map((path): Walk => ({ ...path, viewer })),
)
const paths = onePerEdge(
  walks.filter(({ viewer, steps }) => viewer !== null || !steps.some(endsNobody)),
)

/** Only who is signed in can turn out not to be. */
function endsNobody({ event }: Path['steps'][number]): boolean {
  return event.actorId === 'guestBooking' && (event.output as { guest: unknown })?.guest === null
}

/** Of all paths that end in the same step between two states, the shortest. */
function onePerEdge(all: Walk[]): Walk[] {
  const found = new Map<string, Walk>()
  for (const path of all.toSorted((one, other) => one.steps.length - other.steps.length)) {
    const edge = edgeOf(path)
    if (!found.has(edge)) found.set(edge, path)
  }
  return [...found.values()]
}

function edgeOf({ steps, names }: Path): string {
  const from = steps.at(-2)
  const to = steps.at(-1)
  return `${from ? stateName(from.value) : 'resuming'}: ${names.at(-1)} → ${stateName(to?.value)}`
}

/** The browser as the first answer of a path says it was left. */
function begin({ steps, names, viewer }: Walk): Promise<Stage> {
  const [first] = steps
  const result = first?.event.output as RestoreDraftResult | undefined
  if (!result || result.kind === 'nothing')
    return openBooking({ details: answeredDetails, viewer, hasBooked: true })
  const { draft, kind } = result
  // What somebody signed in confirmed is sent as theirs.
  const isTheirs = names.includes('done bookingSubmission signedOut')
  const guest = isTheirs && result.guest ? person : result.guest
  const isNewTab = kind === 'returned'
  return openBooking({
    draft,
    guest,
    isNewTab,
    viewer,
    details: answeredDetails,
    hasBooked: true,
  })
}

async function drive(stage: Stage, event: Happening, { to }: { to: string }): Promise<unknown> {
  const does = event.actorId ? serverAnswers[event.actorId] : personDoes[event.type]
  const answer = await does?.(stage, event)
  if (to === 'held.identifying' && answer !== notOffered) await meetTheForm(stage)
  return answer
}

describeScreens('every way through booking', {
  paths,
  open: begin,
  drive,
  screens,
  // The draft is read before anything can be seen.
  passing: ['resuming'],
  offeredNowhere: OFFERED_NOWHERE,
})
