import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Mail, MailTransport } from '#server/messages/mail-transport.ts'
import type { TextTransport } from '#server/messages/text-transport.ts'

const KEPT_DAYS = 7
const MOST_SHOWN = 100

/** Stores messages where `/demo/messages` shows them. One that is sent again is stored once. */
export const inboxTransport = (db: Database): MailTransport => ({
  async send(mail) {
    await db
      .insertInto('demo_mail')
      .values({ message_id: mail.id, mail: sql<never>`${JSON.stringify(mail)}::jsonb` })
      .onConflict((row) => row.column('message_id').doNothing())
      .execute()
    return 'Kept in the inbox of the demonstration'
  },
  close: () => undefined,
})

export function inboxTextTransport(db: Database): TextTransport {
  const inbox = inboxTransport(db)
  return {
    send: ({ id, to, text }) =>
      inbox.send({
        id,
        to: { name: '', address: to },
        subject: '',
        text,
        html: '',
        unsubscribe: null,
        calendar: null,
      }),
  }
}

export type InboxMail = { id: number; arrived: Date; mail: Mail }

export async function latestMail(db: Database): Promise<InboxMail[]> {
  const rows = await db
    .selectFrom('demo_mail')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ id, arrived, mail }) => ({ id, arrived, mail: mail as unknown as Mail }))
}

export async function findMail(db: Database, id: number): Promise<InboxMail | undefined> {
  const row = await db.selectFrom('demo_mail').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, mail: row.mail as unknown as Mail }
}

export async function removeOldMail(db: Database): Promise<void> {
  await db
    .deleteFrom('demo_mail')
    .where('arrived', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}
