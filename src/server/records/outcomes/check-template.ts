import { letterNames } from '#lib/records/outcomes/letter-names.ts'
import { isTemplatePath, templatePaths } from '#lib/records/outcomes/shipped-templates.ts'
import { invalid } from '../../refusal.ts'
import { type TemplateKind, templateProblems } from '../../template-problems.ts'
import { sampleContext } from './sample-context.ts'
import { templateEngine } from './template-engine.ts'

const letters: TemplateKind = {
  engine: templateEngine,
  names: letterNames,
  hasAnswers: true,
  sample: sampleContext,
}

/** Each begins with its line; none where the template is in order. */
export const letterProblems = (code: string): string[] => templateProblems(code, letters)

/**
 * A template that cannot be read, uses an unknown name or takes too long is not saved.
 * @throws Refusal `invalid` at `template_code`, with the line.
 */
export function checkTemplate(code: string): void {
  const problems = letterProblems(code)
  if (problems.length > 0) throw invalid({ template_code: problems })
}

/** @throws Refusal `invalid` at `template_path`. */
export function checkTemplatePath(path: string): void {
  if (path === '' || isTemplatePath(path)) return
  throw invalid({
    template_path: [`There is no template of this name. Choose from: ${templatePaths.join(', ')}`],
  })
}
