import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { availabilityEditingMachine } from '#machines/availability/availability-editing.machine.ts'
import type {
  AvailabilityChange,
  CheckResult,
  SaveResult,
} from '#machines/availability/availability-editing.types.ts'

type CheckInput = { change: AvailabilityChange | null; pin: string | null }

/** Changing availabilities over the API. */
export const availabilityEditingWithActors = (api: ApiClient) =>
  availabilityEditingMachine.provide({
    actors: {
      checkChange: fromPromise<CheckResult, CheckInput>(({ input }) => checkChange(api, input)),
      saveChange: fromPromise<SaveResult, CheckInput & { resolutions: readonly Resolution[] }>(
        ({ input }) => saveChange(api, input),
      ),
    },
  })

/** A new one orphans nobody: whether it can be is for the write to say. */
async function checkChange(api: ApiClient, { change, pin }: CheckInput): Promise<CheckResult> {
  if (!change) throw new Error('There is no change to check')
  if (change.kind === 'create') return { kind: 'clear' }
  const { kind, id, ...asked } = change
  try {
    const { orphaned } = await api.call('POST admin/availabilities/preview/', {
      body: { ...asked, availability_id: id, ...(pin !== null && { pin_code: pin }) },
    })
    return orphaned.length > 0 ? { kind: 'orphaned', orphaned } : { kind: 'clear' }
  } catch (error) {
    const refused = refusalOf(error)
    return refused.kind === 'outdated' ? { kind: 'stale' } : refused
  }
}

async function saveChange(
  api: ApiClient,
  { change, pin, resolutions }: CheckInput & { resolutions: readonly Resolution[] },
): Promise<SaveResult> {
  if (!change) throw new Error('There is no change to save')
  const proof = pin === null ? {} : { pin_code: pin }
  try {
    if (change.kind === 'create') {
      await api.call('POST admin/availabilities/', { body: { ...change.rule, ...proof } })
      return { kind: 'saved' }
    }
    const { id, version, scope, date } = change
    const reach = { version, scope, ...(date !== undefined && { date }) }
    const body = { ...reach, ...proof, resolutions: [...resolutions] }
    if (change.kind === 'delete') {
      await api.call('DELETE admin/availabilities/{id}/', { params: { id }, body })
    } else {
      await api.call('PUT admin/availabilities/{id}/', {
        params: { id },
        body: { ...change.rule, ...body },
      })
    }
    return { kind: 'saved' }
  } catch (error) {
    return refusalOf(error)
  }
}

/** @throws whatever nobody expected. */
function refusalOf(error: unknown): Exclude<SaveResult, { kind: 'saved' }> {
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
      return { kind: 'notAllowed' }
    case 'not_signed_in':
      return { kind: 'signedOut' }
    case 'not_found':
      return { kind: 'stale' }
    // The appointments or the availability itself: checking again tells which.
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
