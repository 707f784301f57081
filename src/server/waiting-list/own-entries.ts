import { sql } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import { type AuditEntry, audit, toAuditActor } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { findGuest, findLinkedEntry } from '../identity/guest-links.ts'
import { notFound } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { type EntryRow, entryRows, presentEntry } from './entry-rows.ts'
import { withdrawOffer } from './offer-time.ts'

/**
 * `actorId` is who a link was issued to, also after a merge. The place may then wait for an earlier
 * time than an appointment that the link does not open: the entry is withheld.
 */
export type OwnEntry = EntryRow & {
  actorId: number
  isWithheld: boolean
  /** Is told that the patient has another appointment at that time (docs/decisions/0037). */
  seesOthers: boolean
}

export type EntryFinder = {
  role: ActorRole
  /** Staff act for the patient. */
  isForAnother?: boolean
  find: (executor: Executor, id: number) => Promise<OwnEntry>
}

type OwnEntries = EntryFinder & {
  list: (executor: Executor) => Promise<OwnEntry[]>
}

export const entriesForStaff = ({ viewer }: SignedInCall): EntryFinder => ({
  role: toAuditActor(viewer).role,
  isForAnother: true,
  find: async (executor, id) => await readEntry(entryRows(executor), id, viewer.personId),
})

export const entriesOfPerson = ({ viewer }: SignedInCall): OwnEntries => {
  const own = (executor: Executor) =>
    entryRows(executor).where('entry.patient_id', '=', viewer.personId)
  return {
    role: toAuditActor(viewer).role,
    list: async (executor) => await waiting(own(executor), viewer.personId),
    find: async (executor, id) => await readEntry(own(executor), id, viewer.personId),
  }
}

export const entriesOfToken = (call: Call): OwnEntries => {
  const token = call.headers['Guest-User-Access-Token'] ?? ''
  return {
    role: 'guest',
    list: async (executor) => {
      const link = await findLinkedEntry(executor, token)
      if (link) return [await linked(executor, link)]
      const guest = await findGuest(executor, token)
      return await waiting(entryRows(executor).where('entry.patient_id', '=', guest.id), guest.id)
    },
    find: async (executor, id) => {
      const link = await findLinkedEntry(executor, token)
      if (link?.entry_id === id) return await linked(executor, link)
      if (link) throw notFound(PLACE)
      const guest = await findGuest(executor, token)
      return await readEntry(
        entryRows(executor).where('entry.patient_id', '=', guest.id),
        id,
        guest.id,
      )
    },
  }
}

const PLACE = 'This entry of the waiting list'

async function linked(
  executor: Executor,
  { entry_id, issued_to: actorId }: { entry_id: number; issued_to: number },
): Promise<OwnEntry> {
  const row = await entryRows(executor)
    .where('entry.id', '=', entry_id)
    .select(
      sql<boolean>`(entry.appointment_id is not null and entry.patient_id <> ${actorId}
        and not exists (select from appointment_access as link
          where link.appointment_id = entry.appointment_id and link.issued_to = ${actorId}))`.as(
        'isWithheld',
      ),
    )
    .executeTakeFirstOrThrow(() => notFound(PLACE))
  const own = { ...row, actorId, seesOthers: actorId === row.patient_id }
  return row.isWithheld ? { ...own, appointment: null, offer: null } : own
}

const whole = (row: EntryRow, actorId: number): OwnEntry => ({
  ...row,
  actorId,
  isWithheld: false,
  seesOthers: true,
})

type Rows = ReturnType<typeof entryRows>

async function waiting(rows: Rows, actorId: number): Promise<OwnEntry[]> {
  const found = await rows
    .where('entry.state', '=', 'waiting')
    .orderBy('entry.joined')
    .orderBy('entry.id')
    .execute()
  return found.map((row) => whole(row, actorId))
}

async function readEntry(rows: Rows, id: number, actorId: number): Promise<OwnEntry> {
  const row = await rows.where('entry.id', '=', id).executeTakeFirstOrThrow(() => notFound(PLACE))
  return whole(row, actorId)
}

export async function listOwnEntries(
  { services }: Call,
  own: OwnEntries,
): Promise<{ results: WaitingListEntry[] }> {
  return { results: (await own.list(services.db)).map(presentEntry) }
}

/** Does nothing to one that has ended already. @throws as the finder. */
export async function leaveWaitingList(
  call: Call,
  own: EntryFinder,
  id: number,
  action: 'waiting_list.left' | 'waiting_list.removed' = 'waiting_list.left',
): Promise<void> {
  const freed = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const row = await lockEntry(tx, own, id)
      if (row.state !== 'waiting') return []
      await auditEntry(tx, call, own, row, action)
      return await endWait(tx, id, 'left')
    }),
  )
  announce(call.services, ...freed)
}

/**
 * Locks the appointment first, as those do who change it. Finds the entry again under the lock,
 * because a merge may have come first.
 */
export async function lockEntry(tx: Executor, own: EntryFinder, id: number): Promise<OwnEntry> {
  const { appointment_id } = await own.find(tx, id)
  if (appointment_id !== null) {
    await tx
      .selectFrom('appointment')
      .select('id')
      .where('id', '=', appointment_id)
      .forUpdate()
      .execute()
  }
  await tx.selectFrom('waiting_list_entry').select('id').where('id', '=', id).forUpdate().execute()
  return await own.find(tx, id)
}

/**
 * Gives back what is offered. A wait also ends with its appointment (`keep_waiting`), on its last day
 * (`offer-free-times.ts`), and when a guest is anonymised (`anonymise-guest.ts`).
 * @returns the time that is free again.
 */
export async function endWait(
  tx: Executor,
  id: number,
  state: 'left' | 'booked',
): Promise<ChangedTime[]> {
  const freed = await withdrawOffer(tx, { entry_id: id })
  await tx
    .updateTable('waiting_list_entry')
    .set({ state, ended: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  return freed
}

export async function auditEntry(
  tx: Executor,
  call: Pick<Call, 'source' | 'requestId'>,
  { role }: Pick<EntryFinder, 'role'>,
  row: Pick<OwnEntry, 'id' | 'patient_id' | 'actorId'>,
  action: AuditAction,
  change: AuditEntry['change'] = {},
): Promise<void> {
  await audit(tx, call, {
    actor: { id: row.actorId, role },
    action,
    subjectType: 'waiting_list_entry',
    subjectId: row.id,
    patientId: row.patient_id,
    change,
  })
}
