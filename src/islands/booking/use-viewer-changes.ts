import { useEffect, useState } from 'react'
import { listen } from '../identity/tab-channel.ts'
import type { OpenBooking } from './use-booking.ts'

/** Tells the flow who signs in or out, here or in another tab, as soon as it can hear it. */
export function useViewerChanges({ screen, data, can, send }: OpenBooking) {
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
    if (data.draft.isForOther) return setHeard(null)
    const { viewer } = heard
    const isSignedOut = screen === 'signedOut'
    const isChanged = viewer !== data.viewer ? !(isSignedOut && viewer === null) : isSignedOut
    const event =
      viewer === null
        ? { type: 'viewer.left' as const }
        : { type: 'viewer.changed' as const, viewer }
    if (isChanged && !can(event)) return
    setHeard(null)
    if (isChanged) send(event)
  }, [heard, screen, data, can, send])
}
