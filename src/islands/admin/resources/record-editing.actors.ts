import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { type ResourceClient, resourceClient } from '#lib/api/resource-client.ts'
import {
  type AdminRecord,
  type AnyAdminResource,
  lockField,
} from '#lib/contract/admin/admin-resource.ts'
import { NOT_ALLOWED_AT_ALL } from '#lib/contract/not-allowed.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import {
  type RecordChange,
  type RecordRejection,
  type Refused,
  recordEditingMachine,
  type Written,
} from '#machines/admin/record-editing.machine.ts'
import {
  type ChangePreviewResult,
  changeSaving,
  hasOrphans,
  type SaveResult,
} from '#machines/orphaned/change-saving.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import type { AdminScreen } from './admin-screen.ts'

type Saving = { change: RecordChange; resolutions: readonly Resolution[] }

export function recordEditingWithActors(api: ApiClient, { of, similar }: AdminScreen) {
  const client = resourceClient(api, of)
  return recordEditingMachine.provide({
    actors: {
      readRecord: fromPromise(({ input }) => readRecord(client, input.id ?? 0)),
      findSimilar: fromPromise(({ input }) => findSimilar(api, similar, input.written)),
      changeSaving: changeSaving<RecordChange, AdminRecord | null, RecordRejection>().provide({
        actors: {
          previewChange: fromPromise(({ input: { change } }) =>
            change.written
              ? previewChange(client, of, change)
              : previewDeletion(client, of, change),
          ),
          saveChange: fromPromise(({ input }) =>
            input.change.written
              ? saveRecord(client, of, input, input.change.written)
              : deleteRecord(client, of, input),
          ),
        },
      }),
    },
  })
}

async function readRecord(
  client: ResourceClient,
  id: number,
): Promise<ActorResult<typeof recordEditingMachine, 'readRecord'>> {
  try {
    return { kind: 'read', record: await client.read(id) }
  } catch (error) {
    const refused = toRefusal(error)
    if (refused.kind === 'refused' || refused.kind === 'stale') throw error
    return refused
  }
}

async function findSimilar(
  api: ApiClient,
  similar: AdminScreen['similar'],
  written: Written | null,
): Promise<ActorResult<typeof recordEditingMachine, 'findSimilar'>> {
  if (!similar || !written) return { kind: 'none' }
  try {
    const found = await similar.find(api, written)
    return found.length > 0 ? { kind: 'similar', similar: found } : { kind: 'none' }
  } catch (error) {
    return toRefusal(error)
  }
}

async function previewChange(
  client: ResourceClient,
  of: AnyAdminResource,
  change: RecordChange,
): Promise<ChangePreviewResult<RecordRejection>> {
  try {
    return await consequences(client, of, change)
  } catch (error) {
    return rejected(error)
  }
}

const seen = (of: AnyAdminResource, record: AdminRecord) => ({
  [lockField(of)]: record[lockField(of)],
})

async function consequences(
  client: ResourceClient,
  of: AnyAdminResource,
  { record, written }: RecordChange,
): Promise<ChangePreviewResult<RecordRejection>> {
  if (!record || !of.canOrphan) return { kind: 'clear' }
  const body = { ...seen(of, record), write: written }
  const orphanPreview = await client.preview(record.id, body)
  return hasOrphans(orphanPreview) ? { kind: 'orphans', orphanPreview } : { kind: 'clear' }
}

async function previewDeletion(
  client: ResourceClient,
  of: AnyAdminResource,
  change: RecordChange,
): Promise<ChangePreviewResult<RecordRejection>> {
  try {
    const uses = await client.uses(change.record?.id ?? 0)
    if (uses.length > 0) return { kind: 'rejected', rejection: { kind: 'inUse', uses } }
    return await consequences(client, of, change)
  } catch (error) {
    return rejected(error)
  }
}

async function saveRecord(
  client: ResourceClient,
  of: AnyAdminResource,
  { change: { record }, resolutions }: Saving,
  written: Written,
): Promise<SaveResult<AdminRecord, RecordRejection>> {
  const { canOrphan } = of
  try {
    if (!record) return { kind: 'saved', saved: await client.create(written) }
    const body = { ...written, ...seen(of, record), ...(canOrphan && { resolutions }) }
    return { kind: 'saved', saved: await client.replace(record.id, body) }
  } catch (error) {
    if (record && canOrphan && isOutdated(error)) return { kind: 'outdated' }
    return rejected(error)
  }
}

async function deleteRecord(
  client: ResourceClient,
  of: AnyAdminResource,
  { change: { record }, resolutions }: Saving,
): Promise<SaveResult<null, RecordRejection>> {
  const { canOrphan } = of
  if (!record) throw new Error('There is nothing to delete')
  try {
    const body = { ...seen(of, record), ...(canOrphan && { resolutions }) }
    await client.remove(record.id, body)
    return { kind: 'saved', saved: null }
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'conflict'
    if (isNeeded || (canOrphan && isOutdated(error))) return { kind: 'outdated' }
    return rejected(error)
  }
}

/** Either the appointments or the record itself changed: checking again tells which. */
const isOutdated = (error: unknown) =>
  error instanceof ApiError && ['stale', 'slot_taken', 'conflict'].includes(error.code)

const isOfAll = ({ detail }: ApiError) => detail === NOT_ALLOWED_AT_ALL

const rejected = (error: unknown) => ({ kind: 'rejected' as const, rejection: toRefusal(error) })

function toRefusal(error: unknown): Refused {
  if (!(error instanceof ApiError)) throw error
  switch (error.code) {
    case 'invalid':
      return { kind: 'refused', fields: within(error.fields) }
    case 'not_allowed':
      return { kind: 'notAllowed', detail: isOfAll(error) ? '' : error.detail }
    case 'not_signed_in':
    case 'sign_in_again':
      return { kind: 'signedOut' }
    case 'stale':
      return { kind: 'stale', detail: error.detail }
    case 'not_found':
      return { kind: 'gone', detail: error.detail }
    case 'busy':
    case 'too_many_requests':
      return { kind: 'refused', fields: { non_field_errors: [error.detail] } }
  }
  throw error
}

/** A preview names the fields of what would be written within it. */
const within = (fields: ApiError['fields']) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [name.replace(/^write\./, ''), messages]),
  )
