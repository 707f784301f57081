import { skipToken, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EventFromLogic, SnapshotFrom } from 'xstate'
import type { Appointment } from '#lib/contract/booking.ts'
import type { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import { listen } from '../../identity/tab-channel.ts'
import { appointmentKey } from './appointment-key.ts'
import { changedChannel } from './changed-channel.ts'
import { useReconnection } from './use-reconnection.ts'

type ManageAppointmentEvent = EventFromLogic<typeof manageAppointmentMachine>

type CancelEntry = { isCancelling?: boolean } | null

const isAtQuestion = () => (history.state as CancelEntry)?.isCancelling === true

/**
 * Makes the question whether to cancel an entry of the browser's history, so that Back leads to the
 * appointment and Forward to the question again. A reload shows the appointment.
 */
function useCancelHistory(
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

export type ManagedAppointment = {
  appointment: Appointment | undefined
  snapshot: SnapshotFrom<typeof manageAppointmentMachine>
  send: (event: ManageAppointmentEvent) => void
  /** It is stored until the appointment is left. */
  typedNotes: string
  onNotesTyped: (notes: string) => void
  /** It is not as it was shown. */
  onOutdated: () => void
}

/**
 * It looks the appointment up by itself when the connection is back, when somebody has signed in,
 * here or in another tab, when the person comes back to the page and when another tab has changed
 * it.
 * @param isPaused while it is being moved: then the move finds out what has changed.
 */
export function useManagedAppointment(
  machine: typeof manageAppointmentMachine,
  id: number,
  isPaused: boolean,
): ManagedAppointment {
  const [snapshot, send] = useMachine(machine)
  const { data: appointment } = useQuery<Appointment>({
    queryKey: appointmentKey(id),
    queryFn: skipToken,
  })
  useReconnection(send, snapshot.matches('cancelFailed'))
  useEffect(
    () =>
      listen(({ type }) => {
        if (type === 'signed-in') send({ type: 'loading.retried' })
      }),
    [send],
  )
  const version = appointment?.version
  useEffect(() => {
    if (isPaused) return
    const readAgain = () => {
      if (document.visibilityState === 'visible') send({ type: 'reading.requested' })
    }
    addEventListener('focus', readAgain)
    document.addEventListener('visibilitychange', readAgain)
    const stop = changedChannel.listen((changed) => {
      if (changed.appointmentId === id && changed.version !== version)
        send({ type: 'reading.requested' })
    })
    return () => {
      removeEventListener('focus', readAgain)
      document.removeEventListener('visibilitychange', readAgain)
      stop()
    }
  }, [send, id, version, isPaused])
  const [typedNotes, onNotesTyped] = useState('')
  useCancelHistory(isAskingToCancel(snapshot), snapshot, send)
  const onOutdated = useCallback(() => send({ type: 'reading.requested' }), [send])
  return { appointment, snapshot, send, typedNotes, onNotesTyped, onOutdated }
}

/** It was moved here, or elsewhere since this page has shown it. */
export function useIsMoved(isMovedHere: boolean, appointment: Appointment | undefined): boolean {
  const [first, setFirst] = useState(appointment)
  if (!first && appointment) setFirst(appointment)
  if (isMovedHere || !first || !appointment) return isMovedHere
  const { start, site } = appointment
  return Date.parse(start) !== Date.parse(first.start) || site.id !== first.site.id
}

export const isAskingToCancel = (snapshot: ManagedAppointment['snapshot']): boolean =>
  snapshot.matches('confirmingCancellation') ||
  snapshot.matches('cancelling') ||
  snapshot.matches('checking') ||
  snapshot.matches('cancelFailed')
