import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageEvent, messageEvents } from '#lib/contract/message-events.ts'
import { liquidEngine } from '../liquid-engine.ts'

/** What a template may name. All of it is text for the patient. */
export type MessageContext = {
  first_name: string
  service: string
  /** "Wednesday 2 December 2026". */
  day: string
  /** "9:30am". */
  time: string
  site: string
  phone: string
  reference: string
  /** Service, time, place and reference, a line each. */
  details: string
  /** Added by staff; may be empty. */
  sentence: string
  forms_due: number
  before_you_come: string
  link: string
  book_link: string
  clinic: string
}

export type MessageText = { subject: string; text: string; html: string }

const engine = liquidEngine({ templates: {} })

const shipped = Object.fromEntries(
  messageEvents.map((event) => [
    event,
    readFileSync(join(import.meta.dirname, 'templates', `${event}.liquid`), 'utf8'),
  ]),
) as Record<MessageEvent, string>

/** The first line is the subject. Paragraphs that stay empty are left out. */
export function messageText(event: MessageEvent, context: MessageContext): MessageText {
  const rendered: string = engine.parseAndRenderSync(shipped[event], context, {
    strictVariables: true,
  })
  const [subject = '', ...lines] = rendered.split('\n')
  const paragraphs = lines
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const closing = [context.site, context.phone].filter(Boolean).join('\n')
  const all = [...paragraphs, closing]
  return {
    // A name with a line break must not end the header.
    subject: subject.replaceAll(/\s+/g, ' ').trim(),
    text: `${all.join('\n\n')}\n`,
    html: htmlOf(subject, all),
  }
}

/** Tables and inline styles, because common mail programs know little else. */
const htmlOf = (title: string, paragraphs: readonly string[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:0;background:#f3f5f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed;background:#ffffff"><tr><td style="padding:24px;font:16px/1.5 Arial,sans-serif;color:#14201d;word-break:break-word;overflow-wrap:anywhere">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${inHtml(paragraph)}</p>`).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`

const inHtml = (paragraph: string) =>
  escaped(paragraph)
    .replaceAll(
      /https?:\/\/[^\s<]+/g,
      (url) => `<a href="${url}" target="_blank" rel="noopener" style="color:#0b5c4d">${url}</a>`,
    )
    .replaceAll('\n', '<br>')

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one)
