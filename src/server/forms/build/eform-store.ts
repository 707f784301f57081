import { isDeepStrictEqual } from 'node:util'
import { eforms } from '#lib/contract/admin/eforms.ts'
import { unknownProperties } from '#lib/contract/forms/form-definition.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { beyondCorrection } from '#lib/forms/beyond-correction.ts'
import { beginningProblems } from '#lib/forms/fillable-definition.ts'
import { present } from '../../admin/create-store.ts'
import { byArchived, type StoreParts } from '../../admin/store.ts'
import { invalid } from '../../refusals/refusal.ts'

/** The database counts versions and keeps the earlier ones. */
export const eformStore: StoreParts = {
  read: {
    rows: (executor) =>
      executor
        .selectFrom('eform')
        .select([
          'id',
          'version as revision',
          'name',
          'title',
          'description',
          'edition as version',
          'subversion',
          'form_definition as formDefinition',
          'is_vaccination_form',
          'archived',
        ]),
    present: (row, call) => ({
      ...present(eforms, row, call),
      unknown_properties: unknownProperties(row['formDefinition'] as FormItem[]),
    }),
  },
  list: { filters: { archived: byArchived } },
  json: ['form_definition'],
  fieldOf: { form_definition: 'formDefinition' },
  write: {
    prepare: async (_executor, { formDefinition, ...written }, before) => {
      const after = { ...written, form_definition: formDefinition }
      if (!isDeepStrictEqual(before?.['form_definition'], formDefinition)) {
        const problems = beginningProblems(formDefinition as FormItem[])
        if (problems.length > 0) throw invalid({ formDefinition: problems })
      }
      if (!before) return after
      const was = { ...before, formDefinition: before['form_definition'] }
      const is = { ...written, formDefinition }
      const isEdit = eforms.versioned?.kept.some(
        (field) =>
          !isDeepStrictEqual(was[field as 'formDefinition'], is[field as 'formDefinition']),
      )
      if (!isEdit) return { ...after, keep_version: before['keep_version'] }
      const beyond =
        written['keep_version'] === true &&
        beyondCorrection(was.formDefinition as FormItem[], formDefinition as FormItem[])
      if (beyond) throw invalid({ keep_version: [beyond] })
      return after
    },
  },
}
