import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'

const program = resolve(import.meta.dirname, '../../../src/server/messages/message-test-command.ts')
/** Of localhost, made for these tests: no other uses it. */
const certificate = join(import.meta.dirname, 'certificate/certificate.pem')
const key = join(import.meta.dirname, 'certificate/key.pem')

const servers: SMTPServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done))
})

/** A mail server that takes messages of `post` with a password, and nothing else. */
async function openServer(secure: boolean) {
  const taken: Pick<SMTPServerSession, 'secure' | 'user'>[] = []
  const server = new SMTPServer({
    secure,
    key: readFileSync(key),
    cert: readFileSync(certificate),
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

/** `npm run message-test`, which sends as the product does. */
const send = (url: string, trusted: boolean) =>
  new Promise<{ code: number; said: string }>((done) => {
    const env = {
      PATH: process.env['PATH'],
      ...(trusted && { NODE_EXTRA_CA_CERTS: certificate }),
      SMTP_URL: url,
      MAIL_FROM: 'post@harbour.example',
    }
    execFile(process.execPath, [program, 'ada@example.test'], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })

const NAME = 'post%40harbour.example'
const PASSWORD = 'p%40ss%3Aword%2F1'

test.each([
  ['STARTTLS', 'smtp', false],
  ['TLS from the start', 'smtps', true],
])('%s, and who sends says so by a password', async (_name, protocol, secure) => {
  const { port, taken } = await openServer(secure)
  const { code, said } = await send(`${protocol}://${NAME}:${PASSWORD}@localhost:${port}`, true)
  expect([code, said]).toEqual([0, expect.stringContaining('took the message: 250')])
  expect(taken).toEqual([{ secure: true, user: 'post@harbour.example' }])
})

test('a wrong password is said, and is in no line', async () => {
  const { port, taken } = await openServer(true)
  const { code, said } = await send(`smtps://${NAME}:wrong-secret@localhost:${port}`, true)
  expect([code, said]).toEqual([1, expect.stringContaining('Wrong name or password')])
  expect(said).not.toContain('wrong-secret')
  expect(taken).toEqual([])
})

test.each([
  ['STARTTLS', 'smtp', false],
  ['TLS from the start', 'smtps', true],
])(
  '%s: a server whose certificate nobody vouches for is given nothing',
  async (_name, protocol, secure) => {
    const { port, taken } = await openServer(secure)
    const { code, said } = await send(`${protocol}://${NAME}:${PASSWORD}@localhost:${port}`, false)
    expect([code, said]).toEqual([1, expect.stringContaining('certificate')])
    expect(taken).toEqual([])
  },
)
