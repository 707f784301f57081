import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import {
  needAttentionMachine,
  type OrphanActionRequest,
  type OrphanActionResult,
} from '#machines/orphaned/need-attention.machine.ts'

type Deps = {
  api: ApiClient
  onDone: (request: OrphanActionRequest, after: ClinicAppointment | undefined) => void
  readAgain: () => void
}

export const needAttentionWithActors = (deps: Deps) =>
  needAttentionMachine.provide({
    actors: {
      applyAction: fromPromise<OrphanActionResult, OrphanActionRequest>(({ input }) =>
        applyAction(deps, input),
      ),
    },
    actions: { readAgain: deps.readAgain },
  })

async function applyAction(
  { api, onDone }: Deps,
  request: OrphanActionRequest,
): Promise<OrphanActionResult> {
  try {
    onDone(request, await send(api, request))
    return { kind: 'done' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') return { kind: 'stale' }
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail }
  }
}

async function send(
  api: ApiClient,
  { id, version, action }: OrphanActionRequest,
): Promise<ClinicAppointment | undefined> {
  const params = { id }
  switch (action.kind) {
    case 'reschedule': {
      const { start, staffId, roomId, notification } = action
      return await api.call('PUT admin/appointments/{id}/', {
        params,
        body: { version, start, staff_id: staffId, room_id: roomId, ...notification },
      })
    }
    case 'keep':
      await api.call('PUT admin/clinic/orphaned-appointments/{id}/kept/', {
        params,
        body: { version },
      })
      return undefined
    case 'reopen':
      await api.call('DELETE admin/clinic/orphaned-appointments/{id}/kept/', { params })
      return undefined
  }
}
