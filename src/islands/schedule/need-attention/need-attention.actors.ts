import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import {
  type Decided,
  type DecideResult,
  needAttentionMachine,
} from '#machines/need-attention.machine.ts'
import { refusalOf, sentenceOf } from '../../booking/refusals.ts'

type Outside = {
  api: ApiClient
  /** The appointment is there for one that was moved. */
  onDone: (decided: Decided, after: ClinicAppointment | undefined) => void
  /** The list may be another now. */
  readAnew: () => void
}

/** What is decided about stranded appointments, through the API. */
export const needAttentionWithActors = (outside: Outside) =>
  needAttentionMachine.provide({
    actors: {
      decide: fromPromise<DecideResult, Decided>(({ input }) => decide(outside, input)),
    },
    actions: { readAnew: outside.readAnew },
  })

async function decide({ api, onDone }: Outside, decided: Decided): Promise<DecideResult> {
  try {
    onDone(decided, await send(api, decided))
    return { kind: 'done' }
  } catch (error) {
    const { status, code, detail, fields } = refusalOf(error)
    if (code === 'stale') return { kind: 'stale' }
    return { kind: 'refused', reason: status === 400 ? sentenceOf(fields) : detail }
  }
}

async function send(
  api: ApiClient,
  { id, version, deed }: Decided,
): Promise<ClinicAppointment | undefined> {
  const params = { id }
  switch (deed.kind) {
    case 'move': {
      const { start, staffId, roomId } = deed
      return await api.call('PUT admin/appointments/{id}/', {
        params,
        body: { version, start, staff_id: staffId, room_id: roomId },
      })
    }
    case 'leave':
      await api.call('PUT admin/clinic/stranded/{id}/left/', { params, body: { version } })
      return undefined
    case 'reopen':
      await api.call('DELETE admin/clinic/stranded/{id}/left/', { params })
      return undefined
  }
}
