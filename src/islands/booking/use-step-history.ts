import { useEffect } from 'react'
import type { EventFromLogic } from 'xstate'
import { accessFragment } from '#lib/own-appointments/appointment-link.ts'
import type { Step } from '#machines/booking/booking.types.ts'
import type { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import type { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { storedAccessToken } from '../own-appointments/appointment/access-token.ts'
import type { OpenBooking } from './use-booking.ts'

/** Lists what leads to a step that the browser's back and forward buttons ask for, best first. */
const waysToStep: Record<Step, readonly PlainEvent[]> = {
  choose: [{ type: 'time.changed' }],
  details: [{ type: 'details.edited' }, { type: 'hold.renewed' }],
  review: [{ type: 'details.kept' }, { type: 'hold.renewed' }],
}

/** `depth` entries before it is the first of the flow. */
type StepState = { bookingStep?: Step | 'booked'; depth?: number } | null

export const stepDepth = (): number => (history.state as StepState)?.depth ?? 0

const push = (state: StepState) => history.pushState({ ...state, depth: stepDepth() + 1 }, '')

export const newEntry = () => push(history.state)

function readViewedWeek() {
  const { searchParams } = new URL(location.href)
  return {
    week: searchParams.get('week'),
    day: searchParams.get('day'),
    site: searchParams.get('site'),
  }
}

function replaceInAddress(shown: Record<string, string | null>) {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(shown)) {
    if (value) address.searchParams.set(name, value)
    else address.searchParams.delete(name)
  }
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

/**
 * History entries for each step, and for each week, day and site that is looked at, so that the
 * browser's back and forward buttons move between them; the address has the chosen ones. Once it is booked
 * every one of them has the appointment's address, so that a reload finds it again, and the
 * confirmation takes the place of the first, so that Back leaves it.
 */
export function useStepHistory(
  { data, can, send }: OpenBooking,
  step: Step | 'booked' | null,
  thisWeek: string,
) {
  const { week, day, site, appointmentId, viewer } = data
  useEffect(() => {
    // A reload does not press the time again.
    replaceInAddress({ time: null })
    if (!step) return
    const state = history.state as StepState
    if (state?.bookingStep === step) return
    const next = { ...state, bookingStep: step }
    if (step === 'booked')
      history.replaceState(next, '', confirmationAddress(appointmentId, viewer))
    else if (!state?.bookingStep) history.replaceState(next, '')
    else push(next)
  }, [step, appointmentId, viewer])

  useEffect(() => {
    if (step !== 'choose') return
    replaceInAddress({ week: week === thisWeek ? null : week, day, site })
  }, [step, week, day, site, thisWeek])

  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => {
      if (step === 'booked') {
        const next = { ...(state as StepState), bookingStep: step }
        history.replaceState(next, '', confirmationAddress(appointmentId, viewer))
        return
      }
      const requested = (state as StepState)?.bookingStep
      if (!requested || requested === 'booked') return
      const way = waysToStep[requested].find(can)
      const looked = readViewedWeek()
      if (way && step !== requested) send(way)
      if (requested !== 'choose') return
      if (looked.site !== site) send({ type: 'site.chosen', site: looked.site })
      send({ type: 'week.chosen', week: looked.week ?? thisWeek, day: looked.day })
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [can, send, step, site, appointmentId, viewer, thisWeek])
}

/**
 * A reload opens this page once it is booked, for a guest with the token; the page stays where no
 * token could be stored and nobody is signed in. Its query tells it from the link on the
 * confirmation, which else would be the address already.
 */
function confirmationAddress(appointmentId: number | null, viewer: string | null): string {
  if (appointmentId === null) return location.href
  const page = `/appointments/${appointmentId}?booked`
  if (viewer !== null) return page
  const token = storedAccessToken(appointmentId)
  return token === null ? location.href : page + accessFragment(token)
}

type PlainEvent = Extract<
  EventFromLogic<typeof slotChoiceMachine> | EventFromLogic<typeof checkoutMachine>,
  { type: 'time.changed' | 'details.edited' | 'details.kept' | 'hold.renewed' }
>
