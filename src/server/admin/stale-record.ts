import { type RawBuilder, sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { findRecordAction } from './records-read.ts'

type Line = { who: string | null; at: Date; fields: string[] | null }

/** `next_version` counts the version of a record. */
export async function staleSince(
  tx: Executor,
  call: SignedInCall,
  of: Pick<AnyAdminResource, 'audit' | 'labels' | 'name'>,
  id: number,
  version: number,
): Promise<Refusal> {
  const lines = await changesSince(tx, of, id, version)
  const zone = call.services.settings.CLINIC_TIME_ZONE
  const changes = lines.map(({ who, at, fields }) => {
    const what = (fields ?? []).map((field) => (of.labels[field] ?? field).toLowerCase())
    return `${who ?? 'Somebody'} changed ${list(what) || 'it'} ${when(at, zone)}`
  })
  const detail = changes.length > 0 ? changes.join('; ') : 'somebody has changed it'
  return new Refusal('stale', `Since you opened this ${of.name}, it has changed: ${detail}.`)
}

export async function deletedSince(
  tx: Executor,
  call: SignedInCall,
  of: AnyAdminResource,
  id: number,
): Promise<Refusal> {
  const [line] = await deletions(tx, of, id)
  if (!line) return notFound(`This ${of.name}`)
  const time = when(line.at, call.services.settings.CLINIC_TIME_ZONE)
  return new Refusal(
    'not_found',
    `This ${of.name} no longer exists: ${line.who ?? 'somebody'} deleted it ${time}.`,
  )
}

export const wasDeleted = async (executor: Executor, of: AnyAdminResource, id: number) =>
  (await deletions(executor, of, id)).length > 0

const MOST_LINES = 5

const changesSince = (
  tx: Executor,
  { audit }: Pick<AnyAdminResource, 'audit'>,
  id: number,
  version: number,
) => trail(tx, audit, id, sql<boolean>`(event.change->>'version')::bigint > ${version}`)

const deletions = (tx: Executor, of: AnyAdminResource, id: number) =>
  trail(tx, of.audit, id, sql<boolean>`event.action = ${findRecordAction(of, 'deleted')}`)

async function trail(
  tx: Executor,
  subject: string,
  id: number,
  which: RawBuilder<boolean>,
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select person.full_name as who, event.at,
      case when jsonb_typeof(event.change->'fields') = 'array'
        then array(select jsonb_array_elements_text(event.change->'fields')) end as fields
    from audit_event as event left join person on person.id = event.actor_id
    where event.subject_type = ${subject} and event.subject_id = ${id} and ${which}
    order by event.sequence desc limit ${MOST_LINES}`.execute(tx)
  return rows
}

const when = (at: Date, zone: string) => `at ${formatDateTime(at, zone)}`

const list = (parts: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts)
