import { createHmac } from 'node:crypto'
import { outsideLine } from '#lib/text/outside-line.ts'
import { limitedText } from '../http/limited-text.ts'
import type { Settings } from '../settings.ts'

export type TextMessage = {
  id: string
  to: string
  text: string
}

export type TextTransport = {
  send: (message: TextMessage) => Promise<string>
}

/** Trying again does not help: the service refuses this message, not the clinic. */
export class RefusedTextError extends Error {}

export class UnreadableAnswerError extends Error {}

const ANSWER_MS = 20_000
const LONGEST_ANSWER = 10_000
const LONGEST_NOTE = 300

/** It is null where no service is set: then no text message is sent. */
export function createTextTransport(settings: Settings): TextTransport | null {
  const { NOTIFY_API_KEY, NOTIFY_TEMPLATE_ID, NOTIFY_URL, SMS_URL } = settings
  if (NOTIFY_API_KEY && NOTIFY_TEMPLATE_ID) {
    return overHttp(
      `${NOTIFY_URL.replace(/\/+$/, '')}/v2/notifications/sms`,
      ({ id, to, text }) => ({
        headers: { Authorization: `Bearer ${notifyToken(NOTIFY_API_KEY, Date.now())}` },
        body: {
          phone_number: to,
          template_id: NOTIFY_TEMPLATE_ID,
          personalisation: { body: text },
          reference: id,
        },
      }),
    )
  }
  if (!SMS_URL) return null
  const { SMS_AUTHORIZATION, SMS_FROM } = settings
  return overHttp(SMS_URL, ({ id, to, text }) => ({
    headers: SMS_AUTHORIZATION ? { Authorization: SMS_AUTHORIZATION } : {},
    body: { id, to, text, ...(SMS_FROM && { from: SMS_FROM }) },
  }))
}

type Request = (message: TextMessage) => { headers: Record<string, string>; body: object }

const overHttp = (url: string, request: Request): TextTransport => ({
  send: async (message) => {
    const { headers, body } = request(message)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      // A redirect would take the key to another place.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: unknown) => {
      throw isUnreadable(error) ? new UnreadableAnswerError(UNREADABLE) : error
    })
    // The status says whether it was taken, whatever comes of the body.
    const said = outsideLine(
      await limitedText(answer, LONGEST_ANSWER).catch(() => ''),
      LONGEST_NOTE,
    )
    const text = `${answer.status} ${said}`.trim()
    if (answer.ok) return text
    throw isOfMessage(answer.status) ? new RefusedTextError(text) : new Error(text)
  },
})

const UNREADABLE = 'We could not read the answer of the service. Trying again may send it twice.'

function isUnreadable(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
  return code === 'UND_ERR_HEADERS_OVERFLOW' || /^HPE_/.test(String(code))
}

/** Other statuses are of the service or of the settings, and pass. */
const isOfMessage = (status: number) => status === 400 || status === 422

const UUID_LENGTH = 36

/**
 * A key is its name, the service and its secret, joined by hyphens. The token is a JWT that the
 * service takes for 30 seconds (https://docs.notifications.service.gov.uk/rest-api.html).
 */
function notifyToken(apiKey: string, now: number): string {
  const secret = apiKey.slice(-UUID_LENGTH)
  const service = apiKey.slice(-2 * UUID_LENGTH - 1, -UUID_LENGTH - 1)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: service, iat: Math.floor(now / 1000) }
  const signed = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
