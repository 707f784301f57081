import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatTime } from '#lib/dates/format-date-time.ts'
import {
  type AppointmentAction,
  appointmentActionMachine,
} from '#machines/appointments/appointment-action.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { atOnce } from '../ui/form/at-once.ts'
import { rescheduling, type Undoable, useWithdrawUndoOnChange } from './undo.ts'

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

type Deps = {
  api: ApiClient
  queries: QueryClient
  id: number
  timeZone: string
  onChanged: (appointment: ClinicAppointment) => void
  onUndoable: (done: Undoable | null) => void
  lastDone: { current: Undoable | null }
}

export const clinicAppointmentKey = (id: number) => ['clinic-appointment', id]
const readAppointment = (api: ApiClient, id: number) =>
  api.call('GET admin/appointments/{id}/', { params: { id } })

/** What the flow's actors have read stays fresh for a while; then a look at the page reads again. */
const clinicAppointmentQuery = (api: ApiClient, id: number) =>
  queryOptions({
    ...atOnce,
    queryKey: clinicAppointmentKey(id),
    queryFn: () => readAppointment(api, id),
    staleTime: 30_000,
    gcTime: 0,
  })
/** It holds the appointment as it was shown when somebody else changed it. */
const supersededAppointmentKey = (id: number) => ['clinic-appointment', id, 'superseded']

function appointmentActionWithActors(island: Omit<Deps, 'lastDone'>) {
  const deps: Deps = { ...island, lastDone: { current: null } }
  return appointmentActionMachine.provide({
    actors: {
      readAppointment: fromPromise(() => read(deps)),
      actOnAppointment: fromPromise(({ input }) => act(deps, input.action)),
    },
  })
}

async function read({
  api,
  queries,
  id,
}: Deps): Promise<ActorResult<typeof appointmentActionMachine, 'readAppointment'>> {
  try {
    const appointment = await readAppointment(api, id)
    queries.setQueryData(clinicAppointmentKey(id), appointment)
    return { kind: 'read' }
  } catch (error) {
    const { status } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 401 || status === 403) return { kind: 'notAllowed' }
    throw error
  }
}

async function act(
  deps: Deps,
  action: AppointmentAction | null,
): Promise<ActorResult<typeof appointmentActionMachine, 'actOnAppointment'>> {
  const { queries, id, onChanged } = deps
  const shown = queries.getQueryData<ClinicAppointment>(clinicAppointmentKey(id))
  if (!action || !shown) throw new Error('There is nothing to do, or nothing to do it to')
  try {
    const appointment = await send(deps, action, shown.version)
    queries.setQueryData(clinicAppointmentKey(id), appointment)
    onChanged(appointment)
    deps.lastDone.current = toUndoable(deps, action, shown, appointment)
    deps.onUndoable(deps.lastDone.current)
    return { kind: 'done' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') {
      queries.setQueryData(supersededAppointmentKey(id), shown)
      return { kind: 'stale', change: detail }
    }
    // What its type offers has changed: it is shown as it is now, as far as that can be read.
    if (fields['outcome_ids']) await read(deps).catch(() => undefined)
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail, fields }
  }
}

function toUndoable(
  { api, queries, timeZone, onChanged }: Deps,
  { kind }: AppointmentAction,
  before: ClinicAppointment,
  after: ClinicAppointment,
): Undoable | null {
  const onUndone = (appointment: ClinicAppointment) => {
    // It may be open, perhaps once more.
    queries.setQueryData(clinicAppointmentKey(appointment.id), appointment)
    onChanged(appointment)
  }
  if (after.version === before.version) return null
  if (kind === 'reschedule' || kind === 'change') {
    return rescheduling({ api, before, after, timeZone, onUndone })
  }
  const canUndo = Boolean(after.status_change?.undo_until)
  return canUndo ? ending({ api, appointment: after, timeZone, onUndone }) : null
}

function send(
  { api, id, lastDone }: Deps,
  action: AppointmentAction,
  version: number,
): Promise<ClinicAppointment> {
  const params = { id }
  switch (action.kind) {
    case 'complete':
      return api.call('PUT admin/appointments/{id}/complete_appointment/', {
        params,
        body: {
          version,
          outcome_ids: [...action.outcomeIds],
          clinician_notes: action.clinicianNotes,
          unfinished_forms_reason: action.unfinishedReason,
        },
      })
    case 'writeNotes':
      return api.call('PUT admin/appointments/{id}/', {
        params,
        body: { version, clinician_notes: action.clinicianNotes },
      })
    case 'didNotAttend':
      return api.call('PATCH admin/appointments/{id}/mark_as_did_not_attend/', {
        params,
        body: { version, ...action.notification },
      })
    case 'cancel':
      return api.call('DELETE admin/appointments/{id}/', {
        params,
        body: { version, cancellation_notes: action.notes, ...action.notification },
      })
    case 'reschedule':
      return api.call('PUT admin/appointments/{id}/', {
        params,
        body: { version, start: action.start, staff_id: action.staffId, ...action.notification },
      })
    case 'reinstate':
      return api.call('PUT admin/appointments/{id}/reinstate_appointment/', {
        params,
        body: { version, reason: action.reason, ...action.notification },
      })
    case 'moveBack':
      if (!lastDone.current) throw new Error('There is no move to undo')
      return lastDone.current.undo(version)
    case 'change': {
      const { typeId, duration } = action.requested
      return api.call('PUT admin/appointments/{id}/', {
        params,
        body: {
          version,
          ...action.notification,
          ...(typeId !== undefined && { appointment_type_id: typeId }),
          ...(duration !== undefined && { duration }),
        },
      })
    }
  }
}

type Ended = {
  api: ApiClient
  appointment: ClinicAppointment
  timeZone: string
  onUndone: (appointment: ClinicAppointment) => void
}

const ending = ({ api, appointment, timeZone, onUndone }: Ended): Undoable => {
  const { id, version, status, patient, start } = appointment
  const whose = `${patient.full_name}, ${formatTime(start, timeZone)}`
  return {
    appointmentId: id,
    done: `${statusLabels(status)}: ${whose}`,
    undo: () =>
      api.call('PUT admin/appointments/{id}/reinstate_appointment/', {
        params: { id },
        body: { version },
      }),
    undone: () => `Undone. Booked: ${whose}`,
    onUndone,
  }
}
