import { outsideLine } from '#lib/text/outside-line.ts'
import { isLocalHost, type Settings } from '../settings.ts'

export type Mail = {
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  unsubscribe: string | null
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
}

export type MailTransport = {
  send: (mail: Mail) => Promise<string>
  close: () => void
}

const CONNECTIONS = 5
const ANSWER_MS = 20_000
const LONGEST_NOTE = 300

/** It is null where no server is set: then nothing is sent. */
export function createMailTransport(settings: Settings): MailTransport | null {
  const { SMTP_URL, MAIL_FROM } = settings
  if (!SMTP_URL || !MAIL_FROM) return null
  const options = connectionOptions(SMTP_URL)
  let opened: ReturnType<typeof openConnections> | undefined
  return {
    send: async (mail) => {
      opened ??= openConnections(options)
      const { response } = await (await opened).sendMail(mailOptions(mail, MAIL_FROM))
      return outsideLine(response, LONGEST_NOTE)
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

async function openConnections(options: ReturnType<typeof connectionOptions>) {
  const { createTransport } = await import('nodemailer')
  return createTransport(options)
}

function connectionOptions(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    pool: true as const,
    maxConnections: CONNECTIONS,
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLocalHost(hostname),
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

const mailOptions = (
  { id, to, subject, text, html, unsubscribe, calendar }: Mail,
  from: string,
) => ({
  messageId: `<${id}>`,
  from,
  to,
  subject,
  text,
  html,
  headers: {
    // Holiday notes must not answer it.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  ...(calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
  // Nothing that a person typed can name a file or an address to fetch.
  disableFileAccess: true,
  disableUrlAccess: true,
})
