import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { sql } from 'kysely'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { Database } from '#server/database/connection.ts'
import { sessionToken } from '#server/identity/cookies.ts'
import { readSession } from '#server/identity/sessions.ts'
import type { Mail, MailTransport } from '#server/messages/mail-transport.ts'
import type { TextTransport } from '#server/messages/text-transport.ts'
import type { Services } from '#server/services.ts'
import { type Markup, page } from '../identity-provider/sign-in-pages.ts'

export const INBOX_PATH = '/demo/messages'

export const isForInbox = (path: string) => /^\/demo\/messages(?:[/?]|$)/.test(path)

const PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src 'self'; img-src 'self'; style-src 'self'"
/** Messages carry their styles with them, and run nothing. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

const isText = ({ html }: Mail) => html === ''

const formatTitle = (mail: Mail) =>
  isText(mail) ? `Text message: ${mail.text.split(/[:,.]?\s*https?:/)[0]}` : mail.subject

const formatRecipient = ({ to }: Mail) => `To ${[to.name, to.address].filter(Boolean).join(', ')}.`

const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, place) => (place % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))

export function createInbox({
  db,
  settings,
}: Services): (request: IncomingMessage, response: ServerResponse) => void {
  const { PRODUCT_NAME: product, CLINIC_TIME_ZONE: zone } = settings
  const app = new Hono().basePath(INBOX_PATH)
  const answer = async (
    context: Context,
    title: string,
    body: Markup,
    status: 200 | 403 | 404 = 200,
  ) => {
    context.header('Content-Security-Policy', PAGE_POLICY)
    context.header('Cache-Control', 'no-store')
    return context.html(await page(product, title, body, { area: 'demonstration inbox' }), status)
  }
  const missing = (context: Context) =>
    answer(
      context,
      'Message not found',
      html`<h1>Message not found</h1>
<p><a href="${INBOX_PATH}">All messages</a></p>`,
      404,
    )

  // On a machine of one's own it is open; where others reach it, it is for staff.
  app.use(async (context, next) => {
    const token = sessionToken(settings, context.req.header('Cookie'))
    if (!settings.ALLOW_DEMO_IDENTITY || (await readSession(db, settings, token))?.isStaff) {
      return await next()
    }
    return await answer(
      context,
      'Sign in as staff',
      html`<h1>Sign in as staff</h1>
<p>Messages to patients open appointments, so they are for staff of the demonstration. <a href="/login">Sign in</a>, then come back.</p>`,
      403,
    )
  })

  app.get('/', async (context) => {
    const mails = await latestMail(db)
    return await answer(
      context,
      'Messages to patients',
      html`<h1>Messages to patients</h1>
<p>In the demonstration no message leaves this machine. These would have been sent.</p>
${mails.length === 0 && html`<p>There are no messages yet. Book an appointment, and its confirmation arrives here within a few seconds.</p>`}
<ul>
${mails.map(
  ({ id, arrived, mail }) => html`<li><a href="${INBOX_PATH}/${id}">${formatTitle(mail)}</a>
<p class="hint">${formatRecipient(mail)} ${formatDateTime(arrived, zone)}</p></li>
`,
)}
</ul>`,
    )
  })

  app.get('/:id{[0-9]{1,9}}', async (context) => {
    const found = await findMail(db, Number(context.req.param('id')))
    if (!found) return await missing(context)
    const { id, arrived, mail } = found
    if (isText(mail)) {
      return await answer(
        context,
        'Text message',
        html`<h1>Text message</h1>
<p class="hint">${formatRecipient(mail)} ${formatDateTime(arrived, zone)}</p>
<p class="text-message">${withLinks(mail.text)}</p>
<p><a href="${INBOX_PATH}">All messages</a></p>`,
      )
    }
    return await answer(
      context,
      mail.subject,
      html`<h1>${mail.subject}</h1>
<p class="hint">${formatRecipient(mail)} ${formatDateTime(arrived, zone)}</p>
<iframe class="message" title="The message" src="${INBOX_PATH}/${id}/html"></iframe>
${mail.calendar && html`<p><a href="${INBOX_PATH}/${id}/calendar">appointment.ics</a></p>`}
<h2>As plain text</h2>
<pre>${mail.text}</pre>
<p><a href="${INBOX_PATH}">All messages</a></p>`,
    )
  })

  app.get('/:id{[0-9]{1,9}}/html', async (context) => {
    const found = await findMail(db, Number(context.req.param('id')))
    if (!found) return await missing(context)
    context.header('Content-Security-Policy', MESSAGE_POLICY)
    context.header('X-Frame-Options', 'SAMEORIGIN')
    context.header('Cache-Control', 'no-store')
    return context.html(found.mail.html)
  })

  app.get('/:id{[0-9]{1,9}}/calendar', async (context) => {
    const found = await findMail(db, Number(context.req.param('id')))
    if (!found?.mail.calendar) return await missing(context)
    const { content, method } = found.mail.calendar
    return context.body(content, 200, {
      'Content-Type': `text/calendar; charset=utf-8; method=${method}`,
      'Content-Disposition': 'attachment; filename="appointment.ics"',
    })
  })

  app.notFound(missing)
  return getRequestListener(app.fetch)
}
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

type InboxMail = { id: number; arrived: Date; mail: Mail }

async function latestMail(db: Database): Promise<InboxMail[]> {
  const rows = await db
    .selectFrom('demo_mail')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ id, arrived, mail }) => ({ id, arrived, mail: mail as unknown as Mail }))
}

async function findMail(db: Database, id: number): Promise<InboxMail | undefined> {
  const row = await db.selectFrom('demo_mail').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, mail: row.mail as unknown as Mail }
}
