import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { AppointmentSearch } from '#lib/contract/booking.ts'
import { foldWords } from '#lib/merging/fold-words.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { Call } from '../http/implement.ts'
import { countedSource } from '../http/request-context.ts'
import { countFailure, type FailureLimit, forgiveFailure } from '../identity/attempts.ts'
import { isOpenLink, opensToGuest } from '../identity/guest-links.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { Refusal } from '../refusals/refusal.ts'

const OF_SOURCE: FailureLimit = { most: 10, minutes: 15 }
/** So guessing a birth date for a known reference takes years. */
const OF_REFERENCE: FailureLimit = { most: 10, minutes: 24 * 60 }

/**
 * Gives a guest who lost the link another one, which opens this appointment alone
 * (docs/decisions/0047). Appointments without a link are not found.
 * @throws Refusal `not_found`, the same for a wrong detail and an absent appointment;
 *   `too_many_requests` before anything is looked up.
 */
export async function findAppointment(
  call: Call,
  search: AppointmentSearch,
): Promise<{ id: number; access_token: string }> {
  const { db } = call.services
  const forgive = await countTry(call, search)
  const found = await db.transaction().execute(async (tx) => {
    const link = await readLink(tx, search.reference)
    if (!link || !isProven(link, search)) return null
    return { id: link.appointment_id, access_token: await issueAnother(tx, call, link) }
  })
  if (!found) {
    throw new Refusal('not_found', 'We could not find an appointment with these details.')
  }
  await forgive()
  return found
}

/** Counts an attempt before it is checked. @returns how to undo that. */
async function countTry({ services, source }: Call, { reference }: AppointmentSearch) {
  const { db, settings } = services
  if (settings.RATE_LIMITS === 'off') return async () => undefined
  const counted = [
    ['find-source', countedSource(source), OF_SOURCE],
    ['find-reference', reference, OF_REFERENCE],
  ] as const
  for (const [kind, subject, limit] of counted) await countFailure(db, kind, subject, limit)
  return async () => {
    for (const [kind, subject] of counted) await forgiveFailure(db, kind, subject)
  }
}

type Link = NonNullable<Awaited<ReturnType<typeof readLink>>>

/** One that was shown before one that was sent. Always reads another link, so that an absent appointment takes as long as a wrong detail. */
async function readLink(executor: Executor, reference: string) {
  const links = executor
    .selectFrom('appointment_access as link')
    .innerJoin('appointment', 'appointment.id', 'link.appointment_id')
    .innerJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .innerJoin('person', 'person.id', 'link.issued_to')
    .where(isOpenLink)
    .select([
      'link.appointment_id',
      'link.issued_to',
      'link.token_hash',
      'link.issued_last_name',
      'link.issued_dob',
      'appointment.reference',
      'appointment.patient_id',
      'person.last_name',
      'person.dob',
      opensToGuest.as('stands_alone'),
      sql<boolean>`patient.is_active and not patient.is_staff and not patient.is_superuser`.as(
        'may_be_found',
      ),
      sql<boolean>`link.channel is not null`.as('is_sent'),
    ])
  const requested = links
    .where('appointment.reference', '=', reference)
    .select(sql<number>`1`.as('rank'))
  const other = links.orderBy('link.token_hash').limit(1).select(sql<number>`2`.as('rank'))
  return await executor
    .selectFrom(requested.unionAll(({ parens }) => parens(other)).as('link'))
    .selectAll()
    .orderBy('rank')
    .orderBy('is_sent')
    .limit(1)
    .executeTakeFirst()
}

/** The record of a merged guest is not compared, because it is another person's. */
function isProven(link: Link, { reference, last_name, dob }: AppointmentSearch): boolean {
  const given = digest(reference, last_name, dob)
  const declared = digest(link.reference, link.issued_last_name, link.issued_dob)
  const present = digest(link.reference, link.last_name, link.dob)
  const isDeclared = timingSafeEqual(given, declared)
  const isPresent = timingSafeEqual(given, present)
  return link.may_be_found && (isDeclared || (isPresent && link.stands_alone))
}

const digest = (reference: string, lastName: string, dob: string | null) =>
  createHash('sha256')
    .update(JSON.stringify([reference, foldWords(lastName).join('') || lastName, dob]))
    .digest()

/** It has every column of a link but its token, so a column that is added has to be named here. */
const COPIED = Object.keys({
  appointment_id: true,
  channel: true,
  expires_at: true,
  issued_dob: true,
  issued_last_name: true,
  issued_name: true,
  issued_to: true,
  made: true,
  message_id: true,
  sent_to: true,
  vouched_by: true,
} satisfies Record<CopiedColumn, true>) as CopiedColumn[]

type CopiedColumn = Exclude<keyof DB['appointment_access'], 'token_hash'>

/**
 * It copies the link that proved it, so that it ends as that does: by time, address and message.
 */
async function issueAnother(tx: Executor, call: Call, link: Link): Promise<string> {
  const token = newToken()
  const { appointment_id, issued_to } = link
  await tx
    .insertInto('appointment_access')
    .columns(['token_hash', ...COPIED])
    .expression((from) =>
      from
        .selectFrom('appointment_access')
        .select((row) => [row.val(tokenHash(token)).as('token_hash'), ...COPIED])
        .where('token_hash', '=', link.token_hash),
    )
    .execute()
  await audit(tx, call, {
    actor: { id: issued_to, role: 'guest' },
    action: 'appointment.found',
    subjectType: 'appointment',
    subjectId: appointment_id,
    patientId: link.patient_id,
  })
  return token
}
