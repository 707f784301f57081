import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { offerUndo, rescheduling } from '../appointment/undo.ts'
import { appointmentMove } from './appointment-move.actors.ts'

export type AppointmentMove = ReturnType<typeof useAppointmentMove>

/** The move of an appointment in the grid, and what it does to what is shown. */
export function useAppointmentMove(api: ApiClient, timeZone: string) {
  const queries = useQueryClient()
  const [machine] = useState(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: ['schedule'] })
    return appointmentMove({
      api,
      readAgain,
      onMoved: (before, after) => {
        readAgain()
        offerUndo(rescheduling({ api, before, after, timeZone, onUndone: readAgain }))
      },
    })
  })
  const [snapshot, send] = useMachine(machine)
  return { state: snapshot.value, context: snapshot.context, send }
}
