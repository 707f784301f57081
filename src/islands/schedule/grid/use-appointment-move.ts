import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { use, useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { ClinicAppointment, FormerPlace } from '#lib/contract/clinic-appointments.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import {
  appointmentMoveMachine,
  type MoveTarget,
} from '#machines/schedule/appointment-move.machine.ts'
import { APPOINTMENT_TOPIC, offerUndo, rescheduling } from '../../appointments/undo.ts'
import { mentionsTime, SendsContext } from '../../identity/sends-context.ts'
import { withdrawTopic } from '../../ui/feedback/notify.ts'

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

const MINUTE = 60_000

type Deps = {
  api: ApiClient
  /** Told where it was, as far as that can be different, and of the appointment as it is. */
  onMoved: (before: FormerPlace, after: ClinicAppointment) => void
  readAgain: () => void
  isNotified: (from: MoveTarget, to: MoveTarget) => boolean
}

const appointmentMove = ({ api, onMoved, readAgain, isNotified }: Deps) =>
  appointmentMoveMachine.provide({
    actors: {
      rescheduleAppointment: fromPromise(({ input, signal }) =>
        move({ api, onMoved }, input, signal),
      ),
    },
    actions: { readAgain },
    guards: {
      isNotified: ({ context: { appointment, to } }) =>
        appointment !== null && to !== null && isNotified(appointment.from, to),
    },
  })

async function move(
  { api, onMoved }: Pick<Deps, 'api' | 'onMoved'>,
  {
    id,
    version,
    from,
    to,
    notification,
  }: ActorInput<typeof appointmentMoveMachine, 'rescheduleAppointment'>,
  signal: AbortSignal,
): Promise<ActorResult<typeof appointmentMoveMachine, 'rescheduleAppointment'>> {
  withdrawTopic(APPOINTMENT_TOPIC)
  try {
    const after = await api.call('PUT admin/appointments/{id}/', {
      params: { id: String(id) },
      signal,
      body: {
        version,
        ...notification,
        ...(to.start !== from.start && { start: new Date(to.start).toISOString() }),
        ...(to.staffId !== from.staffId && { staff_id: to.staffId }),
        ...(to.roomId !== from.roomId && { room_id: to.roomId }),
        ...(to.end - to.start !== from.end - from.start && {
          duration: (to.end - to.start) / MINUTE,
        }),
      },
    })
    const before = {
      start: new Date(from.start).toISOString(),
      staff_id: from.staffId,
      room_id: from.roomId,
      duration: (from.end - from.start) / MINUTE,
      appointment_type_id: after.appointment_type_id,
    }
    onMoved(before, after)
    return { kind: 'moved' }
  } catch (error) {
    const { fields, detail } = certainRefusal(error)
    return { kind: 'refused', reason: joinFieldErrors(fields) || detail }
  }
}
