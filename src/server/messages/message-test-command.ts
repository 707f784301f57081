import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { createMailTransport } from './mail-transport.ts'

const USAGE = `npm run message-test -- someone@example.org

Sends one message through the mail server that SMTP_URL and MAIL_FROM name, and prints the server's
answer.`

const say = (message: string) => void process.stdout.write(`${message}\n`)

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run(args: string[]): Promise<void> {
  const address = addressIn(args)
  const settings = readSettings(process.env)
  const transport = createMailTransport(settings)
  if (!transport) throw new StartError('Set SMTP_URL and MAIL_FROM first: see the README.')
  const { PRODUCT_NAME: product, publicUrl } = settings
  const text = `This is a test of messages from ${product} at ${publicUrl}. You do not need to do anything.`
  try {
    const answer = await transport.send({
      id: `${randomUUID()}@${new URL(publicUrl).hostname}`,
      to: { name: '', address },
      subject: `A test of messages from ${product}`,
      text,
      html: `<p>${text}</p>`,
      unsubscribe: null,
      calendar: null,
    })
    say(`The mail server took the message: ${answer}`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`The mail server did not take the message: ${why}`)
  } finally {
    transport.close()
  }
}

/** @throws StartError with the usage. */
function addressIn(args: string[]): string {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    if (positionals.length === 1) return z.email().parse(positionals[0])
  } catch {
    // The usage says what is expected.
  }
  throw new StartError(USAGE)
}
