import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import {
  LONGEST_WAIT_DAYS,
  type WaitingListEntry,
  type WaitingListJoin,
} from '#lib/contract/waiting-list.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { readPatient } from '../appointments/book-for-patient.ts'
import { checkPatientMayChange } from '../booking/change-notice.ts'
import {
  findVisibility,
  isUnlocked,
  isVisibleType,
  type Visibility,
  visibilityOfVisitor,
} from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { countedSource } from '../http/request-context.ts'
import { findGuest, findLinkedAppointment } from '../identity/guest-links.ts'
import { tokenHash } from '../identity/token.ts'
import {
  appointmentByLink,
  byGuestToken,
  byPerson,
  type Finder,
} from '../own-appointments/own-appointment.ts'
import { lockPeople } from '../people/user-rows.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, notFound, Refusal } from '../refusals/refusal.ts'
import { entryRows, presentEntry } from './entry-rows.ts'
import { checkNothingFree, checkPlaces } from './joining-limits.ts'
import {
  auditEntry,
  type EntryFinder,
  entriesForStaff,
  entriesOfPerson,
  entriesOfToken,
} from './own-entries.ts'
import { findWaitingRow, presentWaitingRow } from './waiting-list.ts'

const MOST_WAITING = 5

const visibilityByKey = ({ services }: Call, { key }: { key?: string | undefined }) =>
  visibilityOfVisitor(isUnlocked(services.settings, key))

export const joiningRoutes = {
  'POST private/waiting-list/': ({ body, query }, call) => {
    const { personId } = call.viewer
    const joiner = joinerByPerson(entriesOfPerson(call), personId, byPerson(call))
    return joinWaitingList(call, joiner, body, visibilityByKey(call, query))
  },
  'POST public/waiting-list/': async ({ body, query }, call) => {
    const joiner = joinerByToken(entriesOfToken(call), call, byGuestToken(call))
    const entry = await joinWaitingList(call, joiner, body, visibilityByKey(call, query))
    return { ...entry, access_token: entryToken(call, entry.id) }
  },
  'POST admin/clinic/waiting-list/': async ({ body: { patient_id, ...preference } }, call) => {
    const joiner = joinerForStaff(entriesForStaff(call), call.viewer.personId, patient_id)
    const { id } = await joinWaitingList(call, joiner, preference, findVisibility(call.viewer))
    return presentWaitingRow(await findWaitingRow(call.services.db, call.services, id), call.viewer)
  },
} satisfies Handlers

type Joiner = EntryFinder & {
  /** It gives the patient, and who the credential was issued to. */
  patientOf: (tx: Executor, appointmentId: number | undefined) => Promise<JoiningPatient>
}

type JoiningPatient = {
  patientId: number
  actorId: number
  /** A link learns nothing of what else its patient waits for. */
  isLink: boolean
}

const joinerByPerson = (own: EntryFinder, personId: number, appointments: Finder) =>
  ({
    ...own,
    patientOf: async (tx, appointmentId) => {
      if (appointmentId !== undefined) await appointments.find(tx, appointmentId)
      return { patientId: personId, actorId: personId, isLink: false }
    },
  }) satisfies Joiner

/** A link to an appointment joins for an earlier time than that one, and for nothing else. */
const joinerByToken = (own: EntryFinder, call: Call, appointments: Finder) =>
  ({
    ...own,
    patientOf: async (tx, appointmentId) => {
      const token = call.headers['Guest-User-Access-Token'] ?? ''
      if (!(await findLinkedAppointment(tx, token))) {
        const guest = await findGuest(tx, token)
        if (appointmentId !== undefined) await appointments.find(tx, appointmentId)
        return { patientId: guest.id, actorId: guest.id, isLink: false }
      }
      if (appointmentId === undefined) throw notFound('This appointment')
      const row = await appointmentByLink(tx, token, appointmentId)
      const { patient_id, actorId } = row
      return { patientId: patient_id ?? actorId, actorId, isLink: true }
    },
  }) satisfies Joiner

/** Staff join for a patient, who is not told of it. */
const joinerForStaff = (own: EntryFinder, actorId: number, patientId: number) =>
  ({
    ...own,
    patientOf: async (tx) => {
      const { id } = await readPatient(tx, patientId)
      return { patientId: id, actorId, isLink: false }
    },
  }) satisfies Joiner

/**
 * Joins, or changes what the patient waits for already.
 * @throws as the finders; Refusal `invalid` for a date, branch or service that cannot be waited
 *   for, `conflict` with five entries or for an appointment that can no longer be changed.
 */
async function joinWaitingList(
  call: Call,
  joiner: Joiner,
  preference: WaitingListJoin,
  sees: Visibility,
): Promise<WaitingListEntry> {
  const { db } = call.services
  checkUntil(call, preference.until)
  const row = await retried(() =>
    db.transaction().execute(async (tx) => {
      const { patientId, actorId, isLink } = await joiner.patientOf(tx, preference.appointment_id)
      // One patient's entries are counted one after the other.
      await lockPeople(tx, [patientId])
      const typeId = await readType(tx, call, preference, sees)
      await checkSites(tx, preference.site_ids, sees)
      if (!joiner.isForAnother) {
        await checkNothingFree(tx, call, { patientId, typeId }, preference)
      }
      const known = await tx
        .selectFrom('waiting_list_entry')
        .select(['id', 'appointment_type_id', 'appointment_id'])
        .where('patient_id', '=', patientId)
        .where('state', '=', 'waiting')
        .orderBy('joined')
        .execute()
      const same = known.find((entry) =>
        isLink
          ? entry.appointment_id === preference.appointment_id
          : entry.appointment_type_id === typeId,
      )
      if (!same && !isLink && known.length >= MOST_WAITING) {
        throw new Refusal(
          'conflict',
          `Nobody can wait for more than ${MOST_WAITING} services. Leave one of these lists first.`,
        )
      }
      const joinedFrom = joiner.isForAnother ? '' : countedSource(call.source)
      if (!same && !joiner.isForAnother) await checkPlaces(tx, call, patientId)
      const id = same?.id ?? (await insertEntry(tx, { patientId, typeId, joinedFrom }, preference))
      if (same) await changeEntry(tx, id, preference)
      await replaceSites(tx, id, preference.site_ids)
      await noteJoining(tx, preference.until)
      const entry = await entryRows(tx).where('entry.id', '=', id).executeTakeFirstOrThrow()
      await auditEntry(tx, call, joiner, { ...entry, actorId }, 'waiting_list.joined')
      if (joiner.role === 'guest') await openToLink(tx, call, id, actorId)
      return entry
    }),
  ).catch(explainBroken)
  return presentEntry(row)
}

/** Derived, so that a repeated request gets the same; it opens one entry. */
const entryToken = (call: Call, id: number) =>
  createHmac('sha256', call.headers['Guest-User-Access-Token'] ?? '')
    .update(`waiting list ${id}`)
    .digest('base64url')

async function openToLink(tx: Executor, call: Call, id: number, actorId: number): Promise<void> {
  const expires_at = linkExpiry(call.services.settings.GUEST_ACCESS_DAYS)
  await tx
    .insertInto('waiting_list_access')
    .values({
      token_hash: tokenHash(entryToken(call, id)),
      entry_id: id,
      issued_to: actorId,
      expires_at,
    })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at }))
    .execute()
}

const linkExpiry = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

function checkUntil({ services }: Call, until: string): void {
  const { settings, now } = services
  const today = toClinicDate(now(), settings.CLINIC_TIME_ZONE)
  if (until < today) throw invalid({ until: ['Choose today or a later day'] })
  if (until > addDays(today, LONGEST_WAIT_DAYS)) {
    throw invalid({ until: [`Choose a day in the next ${LONGEST_WAIT_DAYS} days`] })
  }
}

async function readType(
  tx: Executor,
  { services }: Call,
  { appointment_type_id, appointment_id }: WaitingListJoin,
  sees: Visibility,
): Promise<number> {
  if (appointment_id !== undefined) {
    const appointment = await tx
      .selectFrom('appointment')
      .select(['appointment_type_id', 'starts_at', 'status'])
      .where('id', '=', appointment_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    checkPatientMayChange(appointment, services.settings, services.now())
    return appointment.appointment_type_id
  }
  const type = await tx
    .selectFrom('appointment_type')
    .select(['id', 'disabled'])
    .where('id', '=', appointment_type_id ?? 0)
    .where(isVisibleType(sees))
    .executeTakeFirstOrThrow(() => notFound('This service'))
  if (type.disabled) {
    throw new Refusal('conflict', 'You cannot book this service at the moment.')
  }
  return type.id
}

async function checkSites(tx: Executor, ids: readonly number[], sees: Visibility): Promise<void> {
  if (ids.length === 0) return
  const found = await tx
    .selectFrom('site')
    .select('id')
    .where('id', 'in', ids)
    .$if(!sees.sites, (rows) => rows.where('hidden', '=', false))
    .execute()
  if (found.length < ids.length) throw invalid({ site_ids: ['Choose branches from the list'] })
}

async function insertEntry(
  tx: Executor,
  { patientId, typeId, joinedFrom }: { patientId: number; typeId: number; joinedFrom: string },
  preference: WaitingListJoin,
): Promise<number> {
  const { id } = await tx
    .insertInto('waiting_list_entry')
    .values({
      patient_id: patientId,
      appointment_type_id: typeId,
      appointment_id: preference.appointment_id ?? null,
      joined_from: joinedFrom,
      ...toColumns(preference),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const changeEntry = (tx: Executor, id: number, preference: WaitingListJoin) =>
  tx
    .updateTable('waiting_list_entry')
    .set({
      ...toColumns(preference),
      is_in_question: false,
      ...(preference.appointment_id !== undefined && { appointment_id: preference.appointment_id }),
    })
    .where('id', '=', id)
    .execute()

const toColumns = ({ days, from_time, to_time, until }: WaitingListJoin) => ({
  days: [...days],
  from_time,
  to_time,
  until,
})

async function replaceSites(tx: Executor, id: number, siteIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('waiting_list_site').where('entry_id', '=', id).execute()
  if (siteIds.length === 0) return
  await tx
    .insertInto('waiting_list_site')
    .values(siteIds.map((site_id) => ({ entry_id: id, site_id })))
    .execute()
}

/** What is free already is looked at for who joins, or waits for something else now. */
const noteJoining = (tx: Executor, until: string) =>
  tx
    .insertInto('freed_time')
    .values({ starts_at: sql<Date>`now()`, ends_at: sql<Date>`${until}::date + 2` })
    .execute()
