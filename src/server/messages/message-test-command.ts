import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { outsideLine } from '#lib/text/outside-line.ts'
import { textNumber } from '#lib/text/text-number.ts'
import { readSettings, type Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { createMailTransport } from './mail-transport.ts'
import { createTextTransport } from './text-transport.ts'

const USAGE = `npm run message-test -- someone@example.org
npm run message-test -- "07700 900 123"

Sends one message through the mail server that SMTP_URL and MAIL_FROM name, or one text message
through the service that NOTIFY_API_KEY or SMS_URL names, and prints the answer.`

const LONGEST_REASON = 500

const print = (message: string) => void process.stdout.write(`${message}\n`)

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
  const number = textNumber(address)
  if (number !== null) return await sendText(number, settings)
  const transport = createMailTransport(settings)
  if (!transport)
    throw new StartError('Set SMTP_URL and MAIL_FROM first: see docs/configuration.md.')
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
    print(`The mail server took the message: ${answer}`)
  } catch (error) {
    const why = outsideLine(error instanceof Error ? error.message : String(error), LONGEST_REASON)
    throw new StartError(`The mail server did not take the message: ${why}`)
  } finally {
    transport.close()
  }
}

async function sendText(to: string, settings: Settings): Promise<void> {
  const transport = createTextTransport(settings)
  if (!transport) {
    throw new StartError(
      'Set NOTIFY_API_KEY and NOTIFY_TEMPLATE_ID, or SMS_URL, first: see docs/configuration.md.',
    )
  }
  const text = `This is a test of messages from ${settings.PRODUCT_NAME}. You do not need to do anything.`
  try {
    const answer = await transport.send({ id: randomUUID(), to, text })
    print(`The text service took the message: ${answer}`)
  } catch (error) {
    const why = outsideLine(error instanceof Error ? error.message : String(error), LONGEST_REASON)
    throw new StartError(`The text service did not take the message: ${why}`)
  }
}

function addressIn(args: string[]): string {
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [address = '', ...others] = positionals
    if (others.length === 0 && textNumber(address) !== null) return address
    if (others.length === 0) return z.email().parse(address)
  } catch {}
  throw new StartError(USAGE)
}
