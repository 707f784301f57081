import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import {
  type AvailabilityRejection,
  availabilityEditingMachine,
  type ProvenChange,
} from '#machines/availability/availability-editing.machine.ts'
import {
  type ChangePreviewResult,
  changeSaving,
  type SaveResult,
} from '#machines/orphaned/change-saving.machine.ts'

type Saving = { change: ProvenChange; resolutions: readonly Resolution[] }

export const availabilityEditingWithActors = (api: ApiClient) =>
  availabilityEditingMachine.provide({
    actors: {
      changeSaving: changeSaving<ProvenChange, null, AvailabilityRejection>().provide({
        actors: {
          previewChange: fromPromise(({ input }) => previewChange(api, input.change)),
          saveChange: fromPromise(({ input }) => saveChange(api, input)),
        },
      }),
    },
  })

/** A new one orphans nobody: the write says whether it can be. */
async function previewChange(
  api: ApiClient,
  { change, pin }: ProvenChange,
): Promise<ChangePreviewResult<AvailabilityRejection>> {
  if (change.kind === 'create') return { kind: 'clear' }
  const { kind, id, ...query } = change
  try {
    const { orphaned } = await api.call('POST admin/availabilities/preview/', {
      body: { ...query, availability_id: id, ...(pin !== null && { pin_code: pin }) },
    })
    return orphaned.length > 0
      ? { kind: 'orphans', orphanPreview: { orphaned, unseen: [] } }
      : { kind: 'clear' }
  } catch (error) {
    const rejection = toRejection(error)
    return {
      kind: 'rejected',
      rejection: rejection.kind === 'outdated' ? { kind: 'stale', detail: '' } : rejection,
    }
  }
}

async function saveChange(
  api: ApiClient,
  { change: { change, pin }, resolutions }: Saving,
): Promise<SaveResult<null, AvailabilityRejection>> {
  const proof = pin === null ? {} : { pin_code: pin }
  try {
    if (change.kind === 'create') {
      await api.call('POST admin/availabilities/', { body: { ...change.rule, ...proof } })
    } else {
      const { id, version, scope, date } = change
      const reach = { version, scope, ...(date !== undefined && { date }) }
      const body = { ...reach, ...proof, resolutions: [...resolutions] }
      const params = { id }
      if (change.kind === 'delete') {
        await api.call('DELETE admin/availabilities/{id}/', { params, body })
      } else {
        const changed = { ...change.rule, ...body }
        await api.call('PUT admin/availabilities/{id}/', { params, body: changed })
      }
    }
    return { kind: 'saved', saved: null }
  } catch (error) {
    const rejection = toRejection(error)
    return rejection.kind === 'outdated' ? rejection : { kind: 'rejected', rejection }
  }
}

/** @throws whatever nobody expected. */
function toRejection(error: unknown): AvailabilityRejection | { kind: 'outdated' } {
  if (!(error instanceof ApiError)) throw error
  const { pin_code: pin, ...fields } = error.fields
  if (pin) return { kind: 'pinRefused', message: pin.join('. ') }
  switch (error.code) {
    case 'invalid':
      return { kind: 'refused', fields: withoutRule(fields) }
    case 'busy':
    case 'too_many_requests':
      return { kind: 'pinRefused', message: error.detail }
    case 'not_allowed':
      return { kind: 'notAllowed', detail: '' }
    case 'not_signed_in':
      return { kind: 'signedOut' }
    case 'not_found':
      return { kind: 'stale', detail: '' }
    // Either the appointments or the availability itself changed: checking again tells which.
    case 'stale':
    case 'slot_taken':
    case 'conflict':
      return { kind: 'outdated' }
  }
  throw error
}

/** The preview names the fields of the rule within it. */
const withoutRule = (fields: ApiError['fields']) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [name.replace(/^rule\./, ''), messages]),
  )
