import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { ClinicAppointment, FormerPlace } from '#lib/contract/clinic-appointments.ts'
import {
  appointmentMoveMachine,
  type MoveTarget,
  type RescheduleAppointmentInput,
  type RescheduleAppointmentResult,
} from '#machines/schedule/appointment-move.machine.ts'
import { APPOINTMENT_TOPIC } from '../../appointments/undo.ts'
import { withdrawTopic } from '../../ui/feedback/notify.ts'

const MINUTE = 60_000

type Deps = {
  api: ApiClient
  /** Told where it was, as far as that can be different, and of the appointment as it is. */
  onMoved: (before: FormerPlace, after: ClinicAppointment) => void
  readAgain: () => void
  isNotified: (from: MoveTarget, to: MoveTarget) => boolean
}

export const appointmentMove = ({ api, onMoved, readAgain, isNotified }: Deps) =>
  appointmentMoveMachine.provide({
    actors: {
      rescheduleAppointment: fromPromise<RescheduleAppointmentResult, RescheduleAppointmentInput>(
        ({ input, signal }) => move({ api, onMoved }, input, signal),
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
  { id, version, from, to, notification }: RescheduleAppointmentInput,
  signal: AbortSignal,
): Promise<RescheduleAppointmentResult> {
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
