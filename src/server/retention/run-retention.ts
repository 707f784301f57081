import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { brokenConstraint, isDatabaseAway } from '../database/failures.ts'
import type { Services } from '../services.ts'
import { anonymiseGuest } from './anonymise-guest.ts'
import { deleteSavedForm } from './delete-saved-form.ts'
import { type DueGuest, dueGuestsAfter, isGuestDue } from './due-guests.ts'
import { type DuePage, inPages } from './due-pages.ts'
import { type DueSavedForm, dueSavedFormsAfter, isSavedFormDue } from './due-saved-forms.ts'
import { type RetentionLimits, retentionLimits } from './retention-limits.ts'

type RetentionServices = Pick<Services, 'db' | 'files' | 'settings' | 'log' | 'now'>

export type RetentionResult = {
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
