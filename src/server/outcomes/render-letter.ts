import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IOptions } from 'sanitize-html'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import { isTemplatePath, templatePaths } from '#lib/outcomes/shipped-templates.ts'
import { Refusal } from '../refusals/refusal.ts'
import { fillInTemplate, namesInTemplate, TemplateError } from '../templates/templates.ts'

/** Templates without any of these are plain text. */
const BLOCK = /<(?:address|blockquote|div|dl|h[1-6]|hr|ol|p|section|table|ul)[\s/>]/i

const ALLOWED: IOptions = {
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

async function letterHtml(rendered: string, code: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(BLOCK.test(code) ? rendered : inParagraphs(rendered), ALLOWED).trim()
}

const unreadableLetter = (cause?: unknown) =>
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

type Template = { template_code: string; template_path: string }

/** Empty where there is no template. @throws Refusal `conflict` for a template that fails. */
export async function renderLetter(template: Template, context: LetterContext): Promise<string> {
  const code = readTemplateCode(template)
  if (code.trim() === '') return ''
  return await letterHtml(await fillInTemplate('letter', code, context).catch(unreadable), code)
}

/** It counts names in any branch of the template. */
export const namesInLetter = (template: Template): Promise<ReadonlySet<string>> =>
  namesInTemplate('letter', readTemplateCode(template)).catch(unreadable)

function unreadable(error: unknown): never {
  throw error instanceof TemplateError ? unreadableLetter(error) : error
}

const shipped = Object.fromEntries(
  templatePaths.map((path) => [
    path,
    readFileSync(join(import.meta.dirname, 'templates', path), 'utf8'),
  ]),
)

export const shippedTemplate = (path: keyof typeof shipped): string => shipped[path] ?? ''

const readTemplateCode = ({ template_code, template_path }: Template): string => {
  if (template_code.trim() !== '') return template_code
  return isTemplatePath(template_path) ? shippedTemplate(template_path) : ''
}
