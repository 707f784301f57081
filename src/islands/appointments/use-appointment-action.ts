import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import {
  appointmentActionWithActors,
  clinicAppointmentQuery,
  supersededAppointmentKey,
} from './appointment-action.actors.ts'
import { type Undoable, useWithdrawUndoOnChange } from './undo.ts'

type AppointmentActionOptions = {
  api: ApiClient
  id: number
  timeZone: string
  onChanged: (appointment: ClinicAppointment) => void
}

export type AppointmentFlow = ReturnType<typeof useAppointmentAction>

/** It needs a `QueryClientProvider`. */
export function useAppointmentAction({ api, id, timeZone, onChanged }: AppointmentActionOptions) {
  const queries = useQueryClient()
  useWithdrawUndoOnChange()
  const [done, setDone] = useState<Undoable | null>(null)
  const [machine] = useState(() =>
    appointmentActionWithActors({ api, queries, id, timeZone, onChanged, onUndoable: setDone }),
  )
  const [snapshot, send] = useMachine(machine)
  const { data: appointment, refetch } = useQuery({
    ...clinicAppointmentQuery(api, id),
    enabled: snapshot.matches('open'),
  })
  const { data: before } = useQuery<ClinicAppointment>({
    queryKey: supersededAppointmentKey(id),
    queryFn: skipToken,
    gcTime: 0,
  })
  return {
    snapshot,
    send,
    appointment,
    before,
    done,
    isActing: snapshot.matches('acting') || snapshot.matches('rereading'),
    reread: () => void refetch(),
  }
}
