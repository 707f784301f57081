import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = resolve(import.meta.dirname, '../../../src/server/messages/message-test-command.ts')

const recipients: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    recipients.push(address)
    done(
      address.startsWith('nobody')
        ? Object.assign(new Error('No such person'), { responseCode: 550 })
        : null,
    )
  },
})
beforeAll(() => new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise<void>((done) => smtp.close(done)))

/** What `npm run message-test` says, and its exit code. */
const messageTest = (args: string[], settings?: Record<string, string>) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const { port } = smtp.server.address() as AddressInfo
    const env = {
      PATH: process.env['PATH'],
      ...(settings ?? { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'post@harbour.example' }),
    }
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

test('sends one message and prints the answer of the server', async () => {
  const { code, stdout } = await messageTest(['ada@example.test'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('took the message: 250')])
  expect(recipients).toEqual(['ada@example.test'])
})

const wrong = [
  ['a refusal', ['nobody@example.test'], undefined, 'No such person'],
  ['no address', [], undefined, 'npm run message-test -- someone@example.org'],
  [
    'no text service',
    ['07700 900 123'],
    {},
    'Set NOTIFY_API_KEY and NOTIFY_TEMPLATE_ID, or SMS_URL',
  ],
  [
    'a text service that is not there',
    ['07700 900 123'],
    { SMS_URL: 'http://127.0.0.1:1' },
    'The text service did not take the message',
  ],
  ['no mail server', ['ada@example.test'], {}, 'Set SMTP_URL and MAIL_FROM first'],
  [
    'a server that is not there',
    ['ada@example.test'],
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'post@harbour.example' },
    'did not take the message',
  ],
] as const

test.each(wrong)('says what is wrong: %s', async (_, args, settings, text) => {
  const { code, stderr } = await messageTest([...args], settings)
  expect(code).toBe(1)
  expect(stderr).toContain(text)
  expect(stderr).not.toContain(' at ')
})
