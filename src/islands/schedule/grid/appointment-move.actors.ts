import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import {
  appointmentMoveMachine,
  type MoveAppointmentInput,
  type MoveAppointmentResult,
} from '#machines/appointment-move.machine.ts'

const MINUTE = 60_000

type Outside = { api: ApiClient; onMoved: () => void }

/** The move of an appointment through the API; what the server refuses it says why. */
export const appointmentMove = ({ api, onMoved }: Outside) =>
  appointmentMoveMachine.provide({
    actors: {
      moveAppointment: fromPromise<MoveAppointmentResult, MoveAppointmentInput>(
        ({ input, signal }) => move(api, input, signal),
      ),
    },
    actions: { tellMoved: onMoved },
  })

async function move(
  api: ApiClient,
  { id, version, from, to }: MoveAppointmentInput,
  signal: AbortSignal,
): Promise<MoveAppointmentResult> {
  try {
    await api.call('PUT admin/appointments/{id}/', {
      params: { id: String(id) },
      signal,
      body: {
        version,
        ...(to.start !== from.start && { start: new Date(to.start).toISOString() }),
        ...(to.staffId !== from.staffId && { staff_id: to.staffId }),
        ...(to.roomId !== from.roomId && { room_id: to.roomId }),
        ...(to.end - to.start !== from.end - from.start && {
          duration: (to.end - to.start) / MINUTE,
        }),
      },
    })
    return { kind: 'moved' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
    const fields = Object.values(error.fields).flat().join(' ')
    return { kind: 'refused', reason: fields || error.detail }
  }
}
