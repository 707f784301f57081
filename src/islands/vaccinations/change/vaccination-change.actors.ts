import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import {
  type ChangeVaccinationInput,
  type ChangeVaccinationResult,
  type ReadVaccinationResult,
  vaccinationChangeMachine,
} from '#machines/vaccinations/vaccination-change.machine.ts'

type Deps = { api: ApiClient; queries: QueryClient; id: number }

export const vaccinationChangeWithActors = (deps: Deps) =>
  vaccinationChangeMachine.provide({
    actors: {
      readVaccination: fromPromise<ReadVaccinationResult, undefined>(() => read(deps)),
      changeVaccination: fromPromise<ChangeVaccinationResult, ChangeVaccinationInput>(({ input }) =>
        change(deps, input),
      ),
    },
  })

async function read({ api, id }: Deps): Promise<ReadVaccinationResult> {
  try {
    const record = await api.call('GET admin/vaccinationhistories/{id}/', { params: { id } })
    return { kind: 'read', record }
  } catch (error) {
    const { status } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 401 || status === 403) return { kind: 'notAllowed' }
    throw error
  }
}

async function change(deps: Deps, input: ChangeVaccinationInput): Promise<ChangeVaccinationResult> {
  try {
    await send(deps, input)
    void deps.queries.invalidateQueries({ queryKey: ['vaccinations'] })
    return { kind: 'changed' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') return { kind: 'stale', change: detail }
    const warnings = fields['confirmed_warnings']
    if (warnings) return { kind: 'warned', warnings }
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail, fields }
  }
}

function send({ api, id }: Deps, { change: asked, version, confirmed }: ChangeVaccinationInput) {
  if (!asked) throw new Error('There is nothing to change')
  const params = { id }
  if (asked.kind === 'enteredInError') {
    const { reason } = asked
    return api.call('DELETE admin/vaccinationhistories/{id}/', {
      params,
      body: { version, reason },
    })
  }
  return api.call('PUT admin/vaccinationhistories/{id}/', {
    params,
    body: { ...asked.correction, version, confirmed_warnings: [...confirmed] },
  })
}
