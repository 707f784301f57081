import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { bookingMachine } from '#machines/booking/booking.machine.ts'
import { listen } from '../session/tab-channel.ts'
import type { BookingSnapshot } from './booking-steps.ts'

/** Tells the flow who signs in or out, here or in another tab, as soon as it can hear it. */
export function useViewerNews(
  actor: ActorRefFrom<typeof bookingMachine>,
  snapshot: BookingSnapshot,
) {
  const [heard, setHeard] = useState<{ viewer: string | null } | null>(null)
  useEffect(
    () =>
      listen((message) =>
        setHeard({ viewer: message.type === 'signed-in' ? message.person : null }),
      ),
    [],
  )
  useEffect(() => {
    if (!heard) return
    const { viewer } = heard
    const isSignedOut = snapshot.matches('signedOut')
    const isNews =
      viewer !== snapshot.context.viewer ? !(isSignedOut && viewer === null) : isSignedOut
    const event =
      viewer === null
        ? { type: 'viewer.left' as const }
        : { type: 'viewer.changed' as const, viewer }
    if (isNews && !snapshot.can(event)) return
    setHeard(null)
    if (isNews) actor.send(event)
  }, [heard, actor, snapshot])
}
