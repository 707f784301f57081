import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import { type AdviceChange, adviceWritingMachine } from '#machines/advice/advice-writing.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { requestKeys } from '../records/request-keys.ts'
import { adviceKey } from './advice-queries.ts'

type Deps = {
  api: ApiClient
  queries: QueryClient
  patientId: number
  /** It is null for the patient in general. */
  appointmentId: number | null
}

export function adviceWritingWithActors(deps: Deps) {
  const keys = requestKeys()
  return adviceWritingMachine.provide({
    actors: {
      saveAdvice: fromPromise(({ input }) => save(deps, keys, input.change)),
      readAdvice: fromPromise(({ input }) => read(deps, input.id)),
    },
  })
}

async function save(
  deps: Deps,
  keys: ReturnType<typeof requestKeys>,
  change: AdviceChange | null,
): Promise<ActorResult<typeof adviceWritingMachine, 'saveAdvice'>> {
  if (!change) throw new Error('There is nothing to save')
  try {
    await sendChange(deps, keys, change)
    return { kind: 'saved' }
  } catch (error) {
    const refused = certainRefusal(error)
    if (refused.code === 'stale') return { kind: 'stale', change: refused.detail }
    return refusedBecause(refused)
  } finally {
    // The list is read also where nobody knows whether it was saved.
    void deps.queries.invalidateQueries({ queryKey: adviceKey(deps.patientId) })
  }
}

async function sendChange(
  { api, patientId, appointmentId }: Deps,
  keys: ReturnType<typeof requestKeys>,
  change: AdviceChange,
): Promise<void> {
  if (change.kind === 'write') {
    const body = { patient_id: patientId, appointment_id: appointmentId, ...change.written }
    const headers = { 'Idempotency-Key': keys.keyFor(body) }
    await api.call('POST admin/patientadvices/', { body, headers })
    keys.forget()
    return
  }
  const { id, version } = change.advice
  const params = { id }
  switch (change.kind) {
    case 'change':
      await api.call('PUT admin/patientadvices/{id}/', {
        params,
        body: { ...change.written, version },
      })
      return
    case 'mark':
      await api.call('PATCH admin/patientadvices/{id}/', { params, body: change.marks })
      return
    case 'withdraw':
      await api.call('DELETE admin/patientadvices/{id}/', {
        params,
        body: { reason: change.reason, version },
      })
  }
}

async function read(
  { api }: Deps,
  id: number | null,
): Promise<ActorResult<typeof adviceWritingMachine, 'readAdvice'>> {
  if (id === null) throw new Error('There is nothing to read')
  try {
    const advice = await api.call('GET admin/patientadvices/{id}/', { params: { id } })
    return { kind: 'read', advice }
  } catch (error) {
    return refusedBecause(certainRefusal(error))
  }
}

function refusedBecause({ status, code, detail, fields }: ApiError) {
  const signedOut = 'You are signed out, so nothing has been saved. Sign in again, then save.'
  const reason =
    code === 'not_signed_in' ? signedOut : status === 400 ? joinFieldErrors(fields) : detail
  return { kind: 'refused' as const, reason, fields }
}
