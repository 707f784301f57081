import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import {
  isTemplatePath,
  type TemplatePath,
  templatePaths,
} from '#lib/outcomes/shipped-templates.ts'
import { fillInTemplate, namesInTemplate, TemplateError } from '../templates/templates.ts'
import { letterHtml, unreadableLetter } from './letter-html.ts'

type Template = { template_code: string; template_path: string }

/** Empty where there is no template. @throws Refusal `conflict` for a template that fails. */
export async function renderLetter(template: Template, context: LetterContext): Promise<string> {
  const code = readTemplateCode(template)
  if (code.trim() === '') return ''
  return letterHtml(await fillInTemplate('letter', code, context).catch(unreadable), code)
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

export const shippedTemplate = (path: TemplatePath): string => shipped[path] ?? ''

const readTemplateCode = ({ template_code, template_path }: Template): string => {
  if (template_code.trim() !== '') return template_code
  return isTemplatePath(template_path) ? shippedTemplate(template_path) : ''
}
