import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import {
  type Decided,
  type DecideResult,
  needAttentionMachine,
} from '#machines/need-attention.machine.ts'
import { refusalOf, sentenceOf } from '../../booking/refusals.ts'

type Outside = {
  api: ApiClient
  onDone: (decided: Decided) => void
  /** The list may be another now. */
  readAnew: () => void
}

/** What is decided about stranded appointments, through the API. */
export const needAttentionWithActors = ({ api, onDone, readAnew }: Outside) =>
  needAttentionMachine.provide({
    actors: {
      decide: fromPromise<DecideResult, Decided>(({ input }) => decide(api, input)),
    },
    actions: {
      tellDone: ({ context: { decided } }) => {
        if (decided) onDone(decided)
      },
      readAnew,
    },
  })

async function decide(api: ApiClient, decided: Decided): Promise<DecideResult> {
  try {
    await send(api, decided)
    return { kind: 'done' }
  } catch (error) {
    const { status, code, detail, fields } = refusalOf(error)
    if (code === 'stale') return { kind: 'stale' }
    return { kind: 'refused', reason: status === 400 ? sentenceOf(fields) : detail }
  }
}

function send(api: ApiClient, { id, version, deed }: Decided): Promise<unknown> {
  const params = { id }
  switch (deed.kind) {
    case 'move': {
      const { start, staffId, roomId } = deed
      return api.call('PUT admin/appointments/{id}/', {
        params,
        body: { version, start, staff_id: staffId, room_id: roomId },
      })
    }
    case 'leave':
      return api.call('PUT admin/clinic/stranded/{id}/left/', { params, body: { version } })
    case 'reopen':
      return api.call('DELETE admin/clinic/stranded/{id}/left/', { params })
  }
}
