import type { LetterContext } from '#lib/records/outcomes/letter-names.ts'
import { isTemplatePath } from '#lib/records/outcomes/shipped-templates.ts'
import { letterHtml, unreadableLetter } from './letter-html.ts'
import { shippedTemplate, templateEngine } from './template-engine.ts'

type Template = { template_code: string; template_path: string }

/** Empty where there is no template. @throws Refusal `conflict` for a template that fails. */
export function renderLetter(template: Template, context: LetterContext): string {
  const code = codeOf(template)
  return code.trim() === '' ? '' : letterHtml(rendered(code, context), code)
}

function rendered(code: string, context: LetterContext): string {
  try {
    return templateEngine.renderSync(templateEngine.parse(code), context)
  } catch (error) {
    throw unreadableLetter(error)
  }
}

/** Of the context that the template uses, in any of its branches. */
export function namesInLetter(template: Template): ReadonlySet<string> {
  try {
    const parsed = templateEngine.parse(codeOf(template))
    return new Set(Object.keys(templateEngine.analyzeSync(parsed).globals))
  } catch (error) {
    throw unreadableLetter(error)
  }
}

const codeOf = ({ template_code, template_path }: Template): string => {
  if (template_code.trim() !== '') return template_code
  return isTemplatePath(template_path) ? shippedTemplate(template_path) : ''
}
