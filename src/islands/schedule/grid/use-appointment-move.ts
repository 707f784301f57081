import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { use, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { offerUndo, rescheduling } from '../../appointments/undo.ts'
import { mentionsTime, SendsContext } from '../../identity/sends-context.ts'
import { appointmentMove } from './appointment-move.actors.ts'

export type GridReschedule = ReturnType<typeof useAppointmentMove>

/** @param shown the page's address: a refusal goes with the days that it was about. */
export function useAppointmentMove(api: ApiClient, timeZone: string, shown: string) {
  const queries = useQueryClient()
  const sends = use(SendsContext)
  const [machine] = useState(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: ['schedule'] })
    return appointmentMove({
      api,
      readAgain,
      isNotified: (from, to) => mentionsTime(sends, from.start, to.start),
      onMoved: (before, after) => {
        readAgain()
        offerUndo(rescheduling({ api, before, after, timeZone, onUndone: readAgain }))
      },
    })
  })
  const [snapshot, send] = useMachine(machine)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read where the days are others
  useEffect(() => send({ type: 'refusal.read' }), [send, shown])
  const isRefused = snapshot.matches('refused')
  useEffect(() => {
    if (!isRefused) return
    const read = () => send({ type: 'refusal.read' })
    addEventListener('online', read)
    return () => removeEventListener('online', read)
  }, [isRefused, send])
  return { state: snapshot.value, context: snapshot.context, send }
}
