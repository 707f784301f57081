import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageEvent, messageEvents } from '#lib/contract/message-events.ts'
import type { MessageContext } from '#lib/messages/message-names.ts'
import { invalid } from '../refusals/refusal.ts'
import type { TemplateKindName } from '../templates/template-problems.ts'
import { fillInTemplate, findTemplateProblems, TemplateError } from '../templates/templates.ts'
import {
  LinkNotWholeError,
  markedLinks,
  withLinks,
  withoutLinks,
} from '../templates/whole-links.ts'

/** Values may be what people wrote: nobody makes a mark of their name. */
const withoutMarks = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/[\uE000\uE001]/g, '') : value,
    ]),
  ) as Values

type MessageText = { subject: string; text: string; html: string }

export type MessageTexts = { subject: string; body: string }

export const defaultTexts = Object.fromEntries(
  messageEvents.map((event) => {
    const file = join(import.meta.dirname, 'templates', `${event}.liquid`)
    const [subject = '', ...body] = readFileSync(file, 'utf8').split('\n')
    return [event, { subject, body: body.join('\n') }]
  }),
) as Record<MessageEvent, MessageTexts>

export const shippedTexts = Object.fromEntries(
  messageEvents.map((event) => [
    event,
    readFileSync(join(import.meta.dirname, 'templates', `${event}.sms.liquid`), 'utf8'),
  ]),
) as Record<MessageEvent, string>

/** A template that cannot be filled in for a patient; trying again does not help. */
export class MessageTemplateError extends Error {}

/**
 * Paragraphs that stay empty are left out.
 * @param footer paragraphs that no template can leave out.
 * @throws MessageTemplateError
 */
export async function messageText(
  event: MessageEvent,
  context: MessageContext,
  texts: MessageTexts | null,
  footer: readonly string[] = [],
): Promise<MessageText> {
  const shipped = defaultTexts[event]
  const [subject, body] = await Promise.all([
    filledIn('messageSubject', texts?.subject || shipped.subject, context),
    filledIn('messageBody', texts?.body || shipped.body, context),
  ])
  const paragraphs = body
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const closing = [context.site, context.phone].filter(Boolean).join('\n')
  const all = [...paragraphs, closing, ...footer].filter((paragraph) => paragraph !== '')
  return {
    // A name with a line break must not end the header.
    subject: subject.replaceAll(/\s+/g, ' ').trim(),
    text: `${all.join('\n\n')}\n`,
    html: formatHtml(subject, all),
  }
}

/**
 * The words of a text message: one paragraph, without what costs a part of its own.
 * @param words null for those that come with the product.
 * @throws MessageTemplateError
 */
export async function formatTextMessage(
  event: MessageEvent,
  context: MessageContext,
  texts: Pick<MessageTexts, 'body'> | null,
  footer: readonly string[] = [],
): Promise<string> {
  const body = await filledIn('messageBody', texts?.body || shippedTexts[event], context)
  return [body, ...footer].join(' ').replaceAll(/\s+/g, ' ').trim()
}

async function filledIn(
  kind: Exclude<TemplateKindName, 'letter'>,
  template: string,
  context: MessageContext,
): Promise<string> {
  try {
    const values = { ...withoutMarks(context), ...markedLinks }
    const rendered = await fillInTemplate(kind, template, values)
    return kind === 'messageBody' ? withLinks(rendered, context) : withoutLinks(rendered)
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof LinkNotWholeError)) throw error
    throw new MessageTemplateError(`The template of this message has a mistake: ${error.message}`)
  }
}

/**
 * Tables and inline styles, because common mail programs know little else. Outlook on Windows knows
 * no `max-width`: it gets a table of that width.
 */
const formatHtml = (title: string, paragraphs: readonly string[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:0;background:#f3f5f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f5"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed;background:#ffffff"><tr><td style="padding:24px;font:16px/1.5 Arial,sans-serif;color:#14201d;word-break:break-word;overflow-wrap:anywhere">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${inHtml(paragraph)}</p>`).join('\n')}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`

/** What ends a sentence is no part of the address before it. */
const ADDRESS = /(https?:\/\/[^\s<]*[^\s<.,;:!?])/

const inHtml = (paragraph: string) =>
  paragraph
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? linked(escaped(part)) : escaped(part)))
    .join('')
    .replaceAll('\n', '<br>')

const linked = (url: string) =>
  `<a href="${url}" target="_blank" rel="noopener" style="color:#0b5c4d">${url}</a>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one)

/**
 * Words that cannot be read, use an unknown name or take too long are not saved.
 * @throws Refusal `invalid` at `subject` and `body`, with the line.
 */
export async function checkMessageTexts(texts: MessageTexts): Promise<void> {
  const [subject, body] = await Promise.all([
    findTemplateProblems('messageSubject', texts.subject),
    findTemplateProblems('messageBody', texts.body),
  ])
  if (subject.length === 0 && body.length === 0) return
  throw invalid({ ...(subject.length > 0 && { subject }), ...(body.length > 0 && { body }) })
}
