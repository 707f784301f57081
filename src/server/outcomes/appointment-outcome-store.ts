import { appointmentOutcomes } from '#lib/contract/admin/appointment-outcomes.ts'
import { isTemplatePath, templatePaths } from '#lib/outcomes/shipped-templates.ts'
import { byArchived, type Columns, type Row, type StoreParts } from '../admin/store.ts'
import { invalid } from '../refusals/refusal.ts'
import { findTemplateProblems } from '../templates/templates.ts'

/** The database counts versions and keeps the earlier ones. */
export const appointmentOutcomeStore: StoreParts = {
  read: {
    rows: (executor) =>
      executor
        .selectFrom('appointment_outcome')
        .select([
          'id',
          'version as revision',
          'name',
          'archived',
          'edition as version',
          'subversion',
          'keep_version',
          'template_code',
          'template_path',
        ]),
  },
  list: {
    filters: {
      archived: byArchived,
    },
  },
  write: {
    prepare: async (_executor, written, before) => {
      await checkChangedTemplate(written, before)
      const isEdit = appointmentOutcomes.versioned?.kept.some(
        (field) => before && before[field] !== written[field],
      )
      return before && !isEdit ? { ...written, keep_version: before['keep_version'] } : written
    },
  },
}

/** What was saved before there were rules for it can still be archived. */
async function checkChangedTemplate(written: Columns, before: Row | null) {
  const { template_code, template_path } = written
  if (template_code !== before?.['template_code']) await checkTemplate(String(template_code))
  if (template_path !== before?.['template_path']) checkTemplatePath(String(template_path))
}

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
