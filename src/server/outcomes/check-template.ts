import { isTemplatePath, templatePaths } from '#lib/outcomes/shipped-templates.ts'
import { invalid } from '../refusals/refusal.ts'
import { findTemplateProblems } from '../templates/templates.ts'

/**
 * A template that cannot be read, uses an unknown name or takes too long is not saved.
 * @throws Refusal `invalid` at `template_code`, with the line.
 */
export async function checkTemplate(code: string): Promise<void> {
  const problems = await findTemplateProblems('letter', code)
  if (problems.length > 0) throw invalid({ template_code: problems })
}

export function checkTemplatePath(path: string): void {
  if (path === '' || isTemplatePath(path)) return
  throw invalid({
    template_path: [`There is no template of this name. Choose from: ${templatePaths.join(', ')}`],
  })
}
