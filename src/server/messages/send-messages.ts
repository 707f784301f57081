import { setTimeout as wait } from 'node:timers/promises'
import { sql, type UpdateObject } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { Services } from '../services.ts'
import { whyNotTold } from './message-applies.ts'
import { type ReadyMessage, readyMessage } from './message-channels.ts'
import type { MessageRow } from './message-rows.ts'
import { readSubject } from './message-subject.ts'
import { MessageTemplateError } from './message-text.ts'
import { templateFor } from './template-for.ts'
import { RefusedTextError } from './text-transport.ts'

/** As many as the server is asked at once; a slow address holds up only its own. */
const WORKERS = 5
/** After each message: people who book go before those who are reminded (`bench -- messages`). */
const REST_MS = 50
/** Shorter than a job may take. */
const WORK_MS = 20_000
/** A process that took a message and is gone has lost it after this time. */
const CLAIM_SECONDS = 180
/** Minutes before the next try; after the last of them staff are asked. */
const BACK_OFF = [1, 5, 15, 60, 180, 360, 720]

/**
 * Sends what is due. Several processes may: each message is taken by one. One that stops between
 * sending and noting it leads to one more, with the same Message-ID.
 * @returns whether something may be left.
 */
export async function sendMessages(services: Services, ending: AbortSignal): Promise<boolean> {
  const until = performance.now() + WORK_MS
  const isOver = () => ending.aborted || performance.now() > until
  const work = async () => {
    while (!isOver()) {
      const message = await claim(services.db)
      if (!message) return false
      await deliver(services, message)
      await wait(REST_MS)
    }
    return true
  }
  const left = await Promise.all(Array.from({ length: WORKERS }, work))
  return left.includes(true)
}

const isDue = sql<boolean>`(
  (state = 'waiting' and due <= now()) or (state = 'sending' and claimed_until < now()))`

/** Whether there is anything to send now. */
export async function areMessagesDue(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select exists (select from message where ${isDue}) as are`.execute(db)
  return rows[0]?.are === true
}

async function claim(db: Executor): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    update message set state = 'sending', attempts = attempts + 1,
      claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (
      select id from message where ${isDue}
      order by due, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

async function deliver(services: Services, message: MessageRow): Promise<void> {
  const { db, log } = services
  try {
    const ready = await prepared(services, message)
    if (typeof ready === 'string') return await end(db, message, 'dropped', ready)
    const answer = await ready.send()
    await settle(db, message, {
      state: 'sent',
      sent: sql<Date>`now()`,
      recipient: ready.recipient,
      subject: ready.subject,
      template: ready.template,
      note: answer.slice(0, LONGEST_NOTE),
    })
  } catch (error) {
    // Its text may name the patient's address: that stays in the database.
    log.warn({ messageId: message.id, attempts: message.attempts }, 'a message was not sent')
    await putOff(db, message, error)
  }
}

const LONGEST_NOTE = 500

type Prepared = ReadyMessage & {
  /** Name and version of the clinic's own words, if any. */
  template: string
}

/** @returns why it is not sent after all. */
async function prepared(services: Services, message: MessageRow): Promise<Prepared | string> {
  return await services.db.transaction().execute(async (tx) => {
    const subject = await readSubject(tx, services, message)
    if (!subject) return 'What it is about no longer exists.'
    const why = whyNotTold(message, subject.patient) ?? subject.whyDropped
    if (why) return why
    const words = await templateFor(tx, message, subject.appointmentTypeId)
    if (words?.is_sent === false) return 'This message is switched off.'
    const ready = await readyMessage(tx, services, message, subject, words)
    if (typeof ready === 'string') return ready
    const template = words ? `${words.name} ${words.edition}.${words.subversion}` : ''
    return { ...ready, template }
  })
}

async function putOff(db: Executor, message: MessageRow, error: unknown): Promise<void> {
  const note = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_NOTE)
  const minutes = BACK_OFF[message.attempts - 1]
  const isForGood = error instanceof MessageTemplateError || isRefusedForGood(error)
  if (isForGood || minutes === undefined) {
    return await end(db, message, 'failed', note)
  }
  await settle(db, message, {
    state: 'waiting',
    due: sql<Date>`now() + make_interval(mins => ${minutes})`,
    note,
  })
}

/** The server knows the address and does not take it. */
const isRefusedForGood = (error: unknown) => {
  if (error instanceof RefusedTextError) return true
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500 && responseCode !== 535
}

const end = (db: Executor, message: MessageRow, state: 'dropped' | 'failed', note: string) =>
  settle(db, message, { state, note })

/** Not where another process has taken it since. */
async function settle(
  db: Executor,
  message: MessageRow,
  change: UpdateObject<DB, 'message', 'message'>,
): Promise<void> {
  await db
    .updateTable('message')
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', message.attempts)
    .set(change)
    .set({ claimed_until: null })
    .execute()
}
