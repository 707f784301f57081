import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailTransport } from '#server/messages/mail-transport.ts'
import { testSettings } from '../test-server.ts'

/** Of localhost, made for these tests: no other uses it. */
const certificate = readFileSync(join(import.meta.dirname, 'certificate/certificate.pem'), 'utf8')
const key = readFileSync(join(import.meta.dirname, 'certificate/key.pem'))

const servers: SMTPServer[] = []
const usual = getCACertificates()
beforeEach(() => setDefaultCACertificates([...usual, certificate]))
afterEach(async () => {
  setDefaultCACertificates(usual)
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done))
})

/** A mail server that takes messages of `post` with a password, and nothing else. */
async function openServer(secure: boolean) {
  const taken: Pick<SMTPServerSession, 'secure' | 'user'>[] = []
  const server = new SMTPServer({
    secure,
    key,
    cert: certificate,
    onAuth: ({ username, password }, _session, done) =>
      username === 'post@harbour.example' && password === 'p@ss:word/1'
        ? done(null, { user: username })
        : done(new Error('Wrong name or password')),
    onData: (stream, session, done) => {
      taken.push({ secure: session.secure, user: session.user })
      stream.resume().on('end', () => done())
    },
  })
  // A client that does not trust it closes the connection.
  server.on('error', () => undefined)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.server.address() as AddressInfo).port, taken }
}

const NAME = 'post%40harbour.example'

/** @returns the answer of the server. */
async function send(protocol: string, port: number, password = 'p%40ss%3Aword%2F1') {
  const transport = createMailTransport(
    testSettings({
      SMTP_URL: `${protocol}://${NAME}:${password}@localhost:${port}`,
      MAIL_FROM: 'post@harbour.example',
    }),
  )
  return await transport
    ?.send({
      id: 'one@harbour.example',
      to: { name: '', address: 'ada@example.test' },
      subject: 'A test',
      text: 'A test',
      html: '<p>A test</p>',
      unsubscribe: null,
      calendar: null,
    })
    .finally(transport.close)
}

const kinds = [
  ['STARTTLS', 'smtp', false],
  ['TLS from the start', 'smtps', true],
] as const

test.each(kinds)('%s, and who sends says so by a password', async (_name, protocol, secure) => {
  const { port, taken } = await openServer(secure)
  expect(await send(protocol, port)).toMatch(/^250/)
  expect(taken).toEqual([{ secure: true, user: 'post@harbour.example' }])
})

test('a wrong password is said, and is in no line', async () => {
  const { port, taken } = await openServer(true)
  const refused = await send('smtps', port, 'wrong-secret').catch(String)
  expect(refused).toContain('Wrong name or password')
  expect(refused).not.toContain('wrong-secret')
  expect(taken).toEqual([])
})

test.each(kinds)(
  '%s: a server whose certificate nobody vouches for is given nothing',
  async (_name, protocol, secure) => {
    setDefaultCACertificates(usual)
    const { port, taken } = await openServer(secure)
    await expect(send(protocol, port)).rejects.toThrow('certificate')
    expect(taken).toEqual([])
  },
)
