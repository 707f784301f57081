import sanitizeHtml from 'sanitize-html'
import { Refusal } from '../refusals/refusal.ts'

/** Templates without any of these are plain text. */
const BLOCK = /<(?:address|blockquote|div|dl|h[1-6]|hr|ol|p|section|table|ul)[\s/>]/i

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: `a abbr address b blockquote br caption code dd div dl dt em h2 h3 h4 hr i li ol p
    section small span strong sub sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
  allowedAttributes: {
    a: ['href'],
    abbr: ['title'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The page has the only heading of the first level.
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4' },
}

export function letterHtml(rendered: string, code: string): string {
  return sanitizeHtml(BLOCK.test(code) ? rendered : inParagraphs(rendered), ALLOWED).trim()
}

export const unreadableLetter = (cause?: unknown) =>
  new Refusal(
    'conflict',
    'There is a mistake in the template of this letter, so we cannot show it. Contact the clinic.',
    { cause },
  )

const inParagraphs = (text: string) =>
  text
    .split(/\n[^\S\n]*\n\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('\n')
