import { sql, type Updateable } from 'kysely'
import {
  contactFields,
  type Merge,
  type MergePreview,
  type MergeWrite,
} from '#lib/contract/merging.ts'
import { can } from '#lib/policy/policy.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB } from '../database/types.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { allowNextSignIns } from '../identity/accounts.ts'
import { tokensThatStop } from '../identity/guest-links.ts'
import { findUser, lockPeople, type UserRow } from '../people/user-rows.ts'
import { invalid, notFound, Refusal } from '../refusals/refusal.ts'
import { announcePatient } from './announce-patient.ts'
import { checkMayMerge, mayMoveAccess } from './may-merge.ts'
import { explainMergeBroken, mergeProblems } from './merge-problems.ts'
import {
  type ChangedColumns,
  type FieldHistory,
  mergedColumns,
  mergeFields,
} from './merged-fields.ts'
import { listMerges } from './merges.ts'
import { formatReferenceUse, type MovedRecords, moveRecords } from './move-records.ts'

export const mergeRoutes = {
  'POST admin/potential-duplicate-users/': async ({ body }, call) => ({
    merges: await mergePeople(call, body),
  }),
  'POST admin/potential-duplicate-users/preview/': async ({ body }, call) =>
    await previewMerge(call, body),
} satisfies Handlers

type Done = {
  mergeId: number
  moved: MovedRecords
  fields: string[]
  problems: string[]
  notes: string[]
}

/**
 * Moves everything to the kept record; the others are closed and point to it.
 * `person_record_is_open` refuses to write for them from then on.
 * @throws Refusal `stale` where one has changed; `conflict` where two things exclude each other;
 *   `not_allowed` by `may-merge.ts`.
 */
async function mergePeople(call: SignedInCall, requested: MergeWrite): Promise<Merge[]> {
  const { db } = call.services
  const merges = await retried(() =>
    db.transaction().execute(async (tx) => {
      const { done, people, contacts } = await mergeAll(tx, call, requested)
      const problem = done.flatMap(({ problems }) => problems)[0]
      if (problem) throw new Refusal('conflict', problem)
      checkSignIns(people, requested)
      checkContacts(contacts, requested)
      return await listMerges(
        tx,
        done.map(({ mergeId }) => mergeId),
      )
    }),
  ).catch(explainMergeBroken)
  await announcePatient(call.services, requested.keep_id)
  return merges
}

class Seen extends Error {
  readonly preview: MergePreview
  constructor(preview: MergePreview) {
    super('a preview is taken back')
    this.preview = preview
  }
}

/** Merges and rolls back, so the answer is what will happen. @throws Refusal as `mergePeople`. */
async function previewMerge(call: SignedInCall, requested: MergeWrite): Promise<MergePreview> {
  const { db } = call.services
  return await db
    .transaction()
    .execute(async (tx): Promise<MergePreview> => {
      const stops = await tokensThatStop(tx, await findAll(tx, requested))
      const { done, people, contacts } = await mergeAll(tx, call, requested)
      throw new Seen({
        moves: counts(done.flatMap(({ moved }) => moved)),
        problems: done.flatMap(({ problems }) => problems),
        notes: [...new Set(done.flatMap(({ notes }) => notes)), ...stops],
        sign_ins: people.flatMap(({ id, full_name, has_account }) =>
          has_account ? [{ id, full_name }] : [],
        ),
        unverified_contacts: contacts,
      })
    })
    .catch(explainMergeBroken)
    .catch((error: unknown) => {
      if (error instanceof Seen) return error.preview
      if (error instanceof Refusal && error.code === 'conflict') {
        return {
          moves: [],
          problems: [error.message],
          notes: [],
          sign_ins: [],
          unverified_contacts: [],
        }
      }
      throw error
    })
}

function counts(moved: MovedRecords): MergePreview['moves'] {
  const byName = new Map<string, { reference: MovedRecords[number]; count: number }>()
  for (const reference of moved) {
    const name = `${reference.table}.${reference.column}`
    const count = (byName.get(name)?.count ?? 0) + reference.rows.length
    byName.set(name, { reference, count })
  }
  return [...byName.values()].map(({ reference, count }) => ({
    what: formatReferenceUse(reference, count),
    count,
  }))
}

async function mergeAll(
  tx: Executor,
  call: SignedInCall,
  requested: MergeWrite,
): Promise<{ done: Done[]; people: UserRow[]; contacts: MergePreview['unverified_contacts'] }> {
  const { keep_id, merge_ids } = requested
  const ids = [keep_id, ...new Set(merge_ids)]
  if (ids.length !== new Set(ids).size) {
    throw invalid({ merge_ids: ['Choose records other than the one you keep.'] })
  }
  await lockPeople(tx, [call.viewer.personId, ...ids])
  const actor = await orNotFound(tx, call.viewer.personId)
  const people = await findAll(tx, requested)
  for (const person of people) checkSeen(person, requested)
  checkMayMerge(call, actor, people)
  const done: Done[] = []
  for (const merged of people.slice(1)) {
    // It reads what the merge before has left.
    const survivor = await orNotFound(tx, keep_id)
    done.push(await mergeOne(tx, call, { kept: survivor, merged, actor, requested, ids }))
  }
  await allowNextSignIns(tx, [keep_id])
  const moved = done.flatMap((one) => one.moved)
  await auditByViewer(tx, call, {
    action: 'person.merged',
    subjectType: 'person',
    subjectId: keep_id,
    patientId: keep_id,
    patientIds: ids,
    change: {
      merged: merge_ids,
      fields: [...new Set(done.flatMap(({ fields }) => fields))],
      moved: Object.fromEntries(counts(moved).map(({ what, count }) => [what, count])),
      ...(requested.sign_ins_checked && { sign_ins_checked: true }),
      ...(requested.contacts_checked && { contacts_checked: true }),
    },
  })
  const contacts = unverifiedContacts(people, await orNotFound(tx, keep_id))
  return { done, people, contacts }
}

/** The provider vouched for the sign-in of its own record only; staff vouch for the others. */
function checkSignIns(people: readonly UserRow[], { sign_ins_checked }: MergeWrite): void {
  if (sign_ins_checked || !people.some(({ has_account }) => has_account)) return
  throw invalid({
    sign_ins_checked: ['Check with the person that the sign-ins are theirs, and confirm it.'],
  })
}

/** A stranger's address would get the links to all appointments. */
function checkContacts(
  contacts: MergePreview['unverified_contacts'],
  { contacts_checked }: MergeWrite,
): void {
  if (contacts_checked || contacts.length === 0) return
  const values = contacts.map(({ value }) => value).join(', ')
  throw invalid({
    contacts_checked: [
      `Nobody has verified these contact details: ${values}. Check with the person that they are theirs, and confirm it, or choose others.`,
    ],
  })
}

export type MergeChange = {
  layers: FieldHistory
  merged: ChangedColumns
  withAccess: boolean
}

type One = { kept: UserRow; merged: UserRow; actor: UserRow; requested: MergeWrite; ids: number[] }

async function mergeOne(
  tx: Executor,
  call: SignedInCall,
  { kept: survivor, merged, actor, requested, ids }: One,
): Promise<Done> {
  const { CLINIC_TIME_ZONE } = call.services.settings
  const problems = await mergeProblems(tx, survivor, merged, {
    timeZone: CLINIC_TIME_ZONE,
    seesAppointments: can(call.viewer, 'appointment.see'),
  })
  if (problems.length > 0) return { mergeId: 0, moved: [], fields: [], problems, notes: [] }
  const withAccess = mayMoveAccess(actor, merged)
  const moved = await moveRecords(tx, merged.id, survivor.id, { withAccess })
  const change: MergeChange = {
    layers: mergeFields(survivor, merged, requested.fields, ids),
    merged: {
      ...(merged.username !== null && { username: [merged.username, null] }),
      ...(merged.is_active && { is_active: [true, false] }),
    },
    withAccess,
  }
  // Usernames are unique, so the closed record gives its up first.
  const closed = Object.entries(change.merged).map(([column, [, after]]) => [column, after])
  await writePerson(tx, merged.id, { ...Object.fromEntries(closed), merged_into: survivor.id })
  const { changed, unverified } = mergedColumns(survivor, change.layers)
  await writePerson(tx, survivor.id, { ...changed, unverified: marked(unverified) })
  await storeResolutions(tx, merged.id, survivor.id)
  const { id: mergeId } = await tx
    .insertInto('person_merge')
    .values({
      kept_id: survivor.id,
      merged_id: merged.id,
      merged_by: call.viewer.personId,
      changed: JSON.stringify(change),
      moved: JSON.stringify(moved),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const staysBehind =
    !withAccess && (merged.groups.length > 0 || merged.user_permissions.length > 0)
  const notes = staysBehind
    ? [
        `The groups and permissions of ${merged.full_name} stay with the closed record. To move them, you must be able to administer user access and have them yourself.`,
      ]
    : []
  return { mergeId, moved, fields: Object.keys(changed), problems, notes }
}

/** It repeats every mark: an update that repeats none would verify the fields that it changes. */
export const marked = (unverified: readonly string[]) => [...unverified, ...unverified]

/** They run in turn, because a transaction has one connection. */
async function findAll(tx: Executor, { keep_id, merge_ids }: MergeWrite): Promise<UserRow[]> {
  const people: UserRow[] = []
  for (const id of [keep_id, ...new Set(merge_ids)]) people.push(await orNotFound(tx, id))
  return people
}

export async function orNotFound(executor: Executor, id: number): Promise<UserRow> {
  const person = await findUser(executor, id)
  if (!person) throw notFound('One of these people')
  return person
}

/** Who says what they have seen decides about nothing else. */
function checkSeen(person: UserRow, { seen }: MergeWrite): void {
  const known = seen?.find(({ id }) => id === person.id)
  const isSeen =
    seen === undefined ||
    (known && new Date(known.modified).getTime() === person.modified.getTime())
  if (isSeen && !person.merged_into) return
  throw new Refusal(
    'stale',
    person.merged_into
      ? `Somebody else has merged ${person.full_name}. Look at the list again.`
      : `${person.full_name} has changed since you opened this. Compare the records again.`,
  )
}

export async function writePerson(
  tx: Executor,
  id: number,
  columns: Updateable<DB['person']>,
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ ...columns, modified: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Decisions about the merged record apply to the kept one. */
async function storeResolutions(tx: Executor, mergedId: number, keptId: number): Promise<void> {
  await sql`
    insert into duplicate_candidate as known
      (person_id, other_id, score, reasons, not_same_at, not_same_by)
    select least(other, ${keptId}::integer), greatest(other, ${keptId}::integer), score, reasons,
      not_same_at, not_same_by
    from duplicate_candidate
      cross join lateral (select case when person_id = ${mergedId} then other_id else person_id end) as of(other)
    where ${mergedId} in (person_id, other_id) and not_same_at is not null and other <> ${keptId}
    on conflict (person_id, other_id) do update
      set not_same_at = excluded.not_same_at, not_same_by = excluded.not_same_by`.execute(tx)
}

type Contacts = MergePreview['unverified_contacts']
type ContactField = Contacts[number]['field']

const formatContact = (person: UserRow, field: ContactField) =>
  field === 'address' ? addressLines(person).join(', ') : person[field]

/** Somebody checked who this is: staff, or the provider of their sign-in. */
const isVerified = ({ is_guest, has_account }: UserRow) => !is_guest || has_account

/**
 * A verified record would get contact details that nobody verified, and with them messages about
 * all its appointments.
 * @param people as before the merge.
 * @param kept as after it.
 */
function unverifiedContacts(people: readonly UserRow[], kept: UserRow): Contacts {
  const verified = people.filter(isVerified)
  return contactFields.flatMap((field) => {
    const value = formatContact(kept, field)
    const isNew = verified.some((person) => formatContact(person, field) !== value)
    return value !== '' && kept.unverified.includes(field) && isNew ? [{ field, value }] : []
  })
}
