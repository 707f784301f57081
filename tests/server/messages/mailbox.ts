import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach } from 'vitest'
import { isDaytime, toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'
import { createMailTransport } from '#server/messages/mail-transport.ts'
import { sendMessages } from '#server/messages/send-messages.ts'
import type { TestServer } from '../test-server.ts'
import { testSettings } from '../test-server.ts'

/** What the mail server does with a recipient or a message: null takes it. */
type Answer = { code: number; text: string } | null

/** A real mail server, and what it took. */
export async function runMailbox(server: TestServer) {
  const taken: ParsedMail[] = []
  const behaviour = {
    recipient: (_address: string): Answer => null,
    /** Until when it says nothing about a recipient. */
    silence: async (_address: string): Promise<void> => undefined,
    /** After it has taken the message: the answer is lost or an error. */
    afterwards: (_mail: ParsedMail): Answer => null,
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      void behaviour.silence(address).then(() => done(toError(behaviour.recipient(address))))
    },
    onData: (stream, _session, done) => {
      // Of a sender that was killed no whole message comes.
      void simpleParser(stream).then((mail) => {
        taken.push(mail)
        done(toError(behaviour.afterwards(mail)))
      }, done)
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Harbour Clinic <post@harbour.example>',
  }
  const settings = testSettings(environment)
  const transport = createMailTransport(settings)
  server.services.mail = transport
  const usual = { ...behaviour }
  beforeEach(async () => {
    Object.assign(behaviour, usual)
    taken.length = 0
    server.services.mail = transport
    await server.database.db.deleteFrom('message').execute()
  })
  afterAll(async () => {
    transport?.close()
    await new Promise<void>((resolve) => smtp.close(resolve))
  })
  return { taken, behaviour, environment }
}

const toError = (answer: Answer) =>
  answer && Object.assign(new Error(answer.text), { responseCode: answer.code })

/** The clock of the clinic, or noon before where that says night: tests run at any hour. */
export function byDay(services: TestServer['services']): TestServer['services'] {
  if (isDaytime(services)) return services
  const zone = services.settings.CLINIC_TIME_ZONE
  const at = services.now()
  const today = toClinicDate(at, zone)
  const noon = toInstant(today, '12:00', zone)
  return { ...services, now: () => (noon < at ? noon : noon - 86_400_000) }
}

/** Everything that waits is due now, and is sent or tried once. */
export async function sendWaiting({ database, services }: TestServer) {
  await database.db
    .updateTable('message')
    .set({ due: new Date(0) })
    .where('state', '=', 'waiting')
    .execute()
  await sendMessages(byDay(services), new AbortController().signal)
}
