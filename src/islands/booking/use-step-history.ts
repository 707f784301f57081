import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { bookingMachine } from '#machines/booking.machine.ts'
import type { Step } from '#machines/booking.types.ts'
import { keptAccessToken } from './access-token.ts'
import { type BookingSnapshot, stepOf, waysToStep } from './booking-steps.ts'

type BookingActor = ActorRefFrom<typeof bookingMachine>
type StepState = { bookingStep?: Step | 'booked' } | null

/**
 * One history entry for each step, so that the browser's back and forward buttons move between
 * them, and the chosen week, day and site in the address (`week`, `day`, `site`). Once it is booked
 * every one of them has the appointment's address, so that a reload finds it again.
 */
export function useStepHistory(actor: BookingActor, snapshot: BookingSnapshot, thisWeek: string) {
  const step = stepOf(snapshot)
  const { week, day, site, appointmentId, viewer } = snapshot.context
  useEffect(() => {
    if (!step) return
    const state = history.state as StepState
    if (state?.bookingStep === step) return
    const next = { ...state, bookingStep: step }
    // Nobody goes back to a form that is done with.
    if (step === 'booked') history.replaceState(next, '', addressOf(appointmentId, viewer))
    // The first entry is the page's own.
    else if (!state?.bookingStep) history.replaceState(next, '')
    else history.pushState(next, '')
  }, [step, appointmentId, viewer])

  useEffect(() => {
    if (step !== 'choose') return
    const address = new URL(location.href)
    const wanted = { week: week === thisWeek ? null : week, day, site }
    for (const [name, value] of Object.entries(wanted)) {
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    if (address.href !== location.href) history.replaceState(history.state, '', address)
  }, [step, week, day, site, thisWeek])

  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => {
      const now = actor.getSnapshot()
      const current = stepOf(now)
      if (current === 'booked') {
        const next = { ...(state as StepState), bookingStep: current }
        history.replaceState(next, '', addressOf(now.context.appointmentId, now.context.viewer))
        return
      }
      const wanted = (state as StepState)?.bookingStep
      if (!wanted || wanted === 'booked') return
      const way = waysToStep[wanted].find((event) => now.can(event))
      if (way && current !== wanted) actor.send(way)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [actor])
}

/**
 * The page that a reload opens once it is booked; this one where no token could be kept and nobody
 * is signed in. Its query
 * tells it from the link on the confirmation, which else would only change the fragment.
 */
function addressOf(appointmentId: number | null, viewer: string | null): string {
  const isFound =
    appointmentId !== null && (viewer !== null || keptAccessToken(appointmentId) !== null)
  return isFound ? `/appointments/${appointmentId}?booked` : location.href
}
