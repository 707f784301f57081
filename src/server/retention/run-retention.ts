import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint, isDatabaseAway } from '../database/failures.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { anonymiseGuest, deleteSavedForm } from './anonymise-guest.ts'

type DueGuest = { id: number; last_active: Date }

const GUESTS_LOOKED_AT = 2_000

/** It looks among the next guests after this person, by id. */
async function dueGuestsAfter(
  executor: Executor,
  limits: RetentionLimits,
  id: number,
): Promise<DuePage<DueGuest>> {
  if (!limits.guests) return LAST_PAGE
  const { last } = await executor
    .selectFrom((from) =>
      from
        .selectFrom('person')
        .select('id')
        .where('id', '>', id)
        .where('is_guest', '=', true)
        .where('anonymised', 'is', null)
        .orderBy('id')
        .limit(GUESTS_LOOKED_AT)
        .as('next'),
    )
    .select((next) => next.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null) return LAST_PAGE
  const rows = await dueGuests(executor, limits, sql`person.id > ${id} and person.id <= ${last}`)
  return { rows, next: last }
}

const isGuestDue = async (executor: Executor, limits: RetentionLimits, id: number) =>
  (await dueGuests(executor, limits, sql`person.id = ${id}`)).length > 0

/**
 * Guests without an account who have not come to any appointment, and of whom nobody has done
 * anything since. Merges keep details of both people, so people of a merge stay as they are.
 */
async function dueGuests(
  executor: Executor,
  { guests, now }: RetentionLimits,
  which: RawBuilder<unknown>,
): Promise<DueGuest[]> {
  if (!guests) return []
  const { rows } = await sql<DueGuest>`
    select id, last_active
    from (
      select id, greatest(created, modified,
        (select max(greatest(ends_at, modified)) from appointment where patient_id = person.id),
        (select max(saved) from saved_form join appointment on appointment.id = appointment_id
          where patient_id = person.id),
        (select max(created) from guest_access where person_id = person.id),
        (select max(coalesce(ended, until)) from waiting_list_entry where patient_id = person.id),
        (select at from audit_event where actor_id = person.id order by sequence desc limit 1)
      ) as last_active
      from person
      where ${which} and is_guest and anonymised is null
        and greatest(created, modified) < ${guests}
        and merged_into is null and not is_staff and not is_superuser and not is_portal_user
        and not exists (select from account where person_id = person.id)
        and not exists (select from staff where person_id = person.id)
        and not exists (select from person_merge where kept_id = person.id)
        and not exists (select from person_merge where merged_id = person.id)
        and not exists (
          select from appointment
          where patient_id = person.id and status in ('held', 'booked') and ends_at > ${now})
        and not has_clinical_record(id)
    ) as guest
    where last_active < ${guests}
    order by id`.execute(executor)
  return rows
}

type RetentionServices = Pick<Services, 'db' | 'files' | 'settings' | 'log' | 'now'>

type RetentionResult = {
  guests: number
  savedForms: number
  /** Somebody worked on these, or they failed. The next run tries them again. */
  skipped: number
  /** There was no time for all. */
  isLeft: boolean
}

const LONGEST_MS = 20_000
const LOCK_NOT_AVAILABLE = '55P03'

export async function* listDue(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
): AsyncGenerator<({ kind: 'guest' } & DueGuest) | ({ kind: 'savedForm' } & DueSavedForm)> {
  const limits = retentionLimits(services.settings, services.now())
  const { db } = services
  const guests = new Set<number>()
  for await (const guest of inPages((id) => dueGuestsAfter(db, limits, id))) {
    guests.add(guest.id)
    yield { kind: 'guest', ...guest }
  }
  for await (const form of inPages((id) => dueSavedFormsAfter(db, limits, id))) {
    // A guest's own go with the guest.
    if (!guests.has(form.patient_id)) yield { kind: 'savedForm', ...form }
  }
}

/**
 * Anonymises guests and deletes saved forms that are kept no longer, each in a transaction of its
 * own, so that a run that stops loses nothing and bookings do not wait.
 */
export async function runRetention(
  services: RetentionServices,
  ending: AbortSignal,
  longestMs = LONGEST_MS,
): Promise<RetentionResult> {
  const { db, log } = services
  const limits = retentionLimits(services.settings, services.now())
  const runId = `retention-${randomUUID()}`
  const until = performance.now() + longestMs
  const result: RetentionResult = { guests: 0, savedForms: 0, skipped: 0, isLeft: false }

  const each = async <Due extends { id: number }>(
    kind: 'guests' | 'savedForms',
    pageAfter: (id: number) => Promise<DuePage<Due>>,
    remove: (due: Due) => Promise<boolean>,
  ) => {
    for await (const due of inPages(pageAfter)) {
      if (ending.aborted) return
      try {
        if (await remove(due)) result[kind] += 1
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        result.skipped += 1
        if (!isInUse(error)) log.warn({ err: error, kind, id: due.id }, 'not removed; tried again')
      }
      if (performance.now() >= until) {
        result.isLeft = result.guests + result.savedForms > 0
        return
      }
    }
  }

  await each(
    'guests',
    (id) => dueGuestsAfter(db, limits, id),
    ({ id }) => removeGuest(services, limits, id, runId),
  )
  await each(
    'savedForms',
    (id) => dueSavedFormsAfter(db, limits, id),
    (form) => removeSavedForm(services, limits, form, runId),
  )
  if (result.guests + result.savedForms + result.skipped > 0) log.info(result, 'retention')
  return result
}

const removeGuest = (
  services: RetentionServices,
  limits: RetentionLimits,
  id: number,
  runId: string,
) =>
  services.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .noWait()
      .executeTakeFirst()
    if (!(await isGuestDue(tx, limits, id))) return false
    await anonymiseGuest(tx, services, { id, at: limits.now, runId })
    return true
  })

const removeSavedForm = (
  services: RetentionServices,
  limits: RetentionLimits,
  form: DueSavedForm,
  runId: string,
) =>
  services.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('saved_form')
      .select('id')
      .where('id', '=', form.id)
      .forUpdate()
      .noWait()
      .executeTakeFirst()
    if (!(await isSavedFormDue(tx, limits, form.id))) return false
    await deleteSavedForm(tx, services, form, runId)
    return true
  })

/** Somebody works on the record, or has just added to it. */
const isInUse = (error: unknown) =>
  (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) ||
  brokenConstraint(error) === 'person_clinical_record_kept'

type DueSavedForm = { id: number; appointment_id: number; patient_id: number; saved: Date }

const BATCH = 200

async function dueSavedFormsAfter(
  executor: Executor,
  limits: RetentionLimits,
  id: number,
): Promise<DuePage<DueSavedForm>> {
  const rows = await dueSavedForms(executor, limits, sql`saved_form.id > ${id}`)
  return { rows, next: rows.at(-1)?.id ?? null }
}

const isSavedFormDue = async (executor: Executor, limits: RetentionLimits, id: number) =>
  (await dueSavedForms(executor, limits, sql`saved_form.id = ${id}`)).length > 0

/** Forms of patients that were never submitted, and whose appointment is over or cancelled. */
async function dueSavedForms(
  executor: Executor,
  { savedForms, now }: RetentionLimits,
  which: RawBuilder<unknown>,
): Promise<DueSavedForm[]> {
  if (!savedForms) return []
  const { rows } = await sql<DueSavedForm>`
    select saved_form.id, appointment_id, patient_id, saved
    from saved_form join appointment on appointment.id = appointment_id
    where ${which} and kind = 'patient' and answers is not null and saved < ${savedForms}
      and (status = 'cancelled' or ends_at <= ${now})
      and not exists (select from submitted_form where saved_form_id = saved_form.id)
    order by saved_form.id limit ${BATCH}`.execute(executor)
  return rows
}

type DuePage<Due> = { rows: Due[]; next: number | null }

const LAST_PAGE = { rows: [], next: null }

async function* inPages<Due>(
  pageAfter: (id: number) => Promise<DuePage<Due>>,
): AsyncGenerator<Due> {
  for (let after: number | null = 0; after !== null; ) {
    const { rows, next }: DuePage<Due> = await pageAfter(after)
    yield* rows
    after = next
  }
}

type RetentionSettings = Pick<
  Settings,
  'CLINIC_TIME_ZONE' | 'GUEST_RETENTION_DAYS' | 'SAVED_FORM_RETENTION_DAYS'
>

type RetentionLimits = { now: Date; guests: Date | null; savedForms: Date | null }

/** So many whole days of the clinic lie between the day of a last change and its removal. */
export function retentionLimits(settings: RetentionSettings, now: number): RetentionLimits {
  const zone = settings.CLINIC_TIME_ZONE
  const startBefore = (days: number | undefined) =>
    days === undefined ? null : new Date(startOfDay(addDays(toClinicDate(now, zone), -days), zone))
  return {
    now: new Date(now),
    guests: startBefore(settings.GUEST_RETENTION_DAYS),
    savedForms: startBefore(settings.SAVED_FORM_RETENTION_DAYS),
  }
}
