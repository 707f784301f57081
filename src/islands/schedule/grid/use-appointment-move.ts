import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { notify } from '../../ui/notify.ts'
import { appointmentMove } from './appointment-move.actors.ts'

export type AppointmentMove = ReturnType<typeof useAppointmentMove>

/** The move of an appointment in the grid, and what it does to what is shown. */
export function useAppointmentMove(api: ApiClient) {
  const queries = useQueryClient()
  const [machine] = useState(() =>
    appointmentMove({
      api,
      onMoved: () => {
        void queries.invalidateQueries({ queryKey: ['schedule'] })
        notify('Moved the appointment.')
      },
    }),
  )
  const [snapshot, send] = useMachine(machine)
  return { state: snapshot.value, context: snapshot.context, send }
}
