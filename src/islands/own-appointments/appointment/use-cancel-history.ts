import { useEffect, useRef } from 'react'
import type { SnapshotFrom } from 'xstate'
import type {
  ManageAppointmentEvent,
  manageAppointmentMachine,
} from '#machines/own-appointments/manage-appointment.machine.ts'

type CancelEntry = { isCancelling?: boolean } | null

const isAtQuestion = () => (history.state as CancelEntry)?.isCancelling === true

/**
 * Makes the question whether to cancel an entry of the browser's history, so that Back leads to the
 * appointment and Forward to the question again. A reload shows the appointment.
 */
export function useCancelHistory(
  isAsking: boolean,
  snapshot: SnapshotFrom<typeof manageAppointmentMachine>,
  send: (event: ManageAppointmentEvent) => void,
) {
  const can = useRef(snapshot.can.bind(snapshot))
  useEffect(() => {
    can.current = snapshot.can.bind(snapshot)
  }, [snapshot])
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking && !isAtQuestion()) history.pushState({ ...history.state, isCancelling: true }, '')
    // Answered here: the entry of the question is left as well.
    if (wasAsking.current && !isAsking && isAtQuestion()) history.back()
    wasAsking.current = isAsking
  }, [isAsking])
  useEffect(() => {
    const follow = () => {
      const event = {
        type: isAtQuestion() ? 'cancellation.requested' : 'cancellation.dropped',
      } as const
      if (can.current(event)) send(event)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [send])
}
