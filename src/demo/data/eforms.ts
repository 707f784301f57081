import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import type { Executor } from '#server/database/connection.ts'
import { DEMO_FORMS, type DemoForm } from './eform-definitions.ts'
import { lookUp } from './look-up.ts'

export async function insertEforms(
  executor: Executor,
  types: ReadonlyMap<string, { id: number }>,
  modified: Date,
): Promise<void> {
  const rows = await executor
    .insertInto('eform')
    .values(
      DEMO_FORMS.map(({ name, title, description, vaccination = false, items }) => ({
        name,
        title,
        description,
        modified,
        is_vaccination_form: vaccination,
        form_definition: JSON.stringify(formDefinition.parse(items)),
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const idByName = new Map(rows.map(({ id, name }) => [name, id]))
  const linked = (slugsOf: (form: DemoForm) => readonly string[]) =>
    DEMO_FORMS.flatMap((form) =>
      slugsOf(form).map((slug) => ({
        appointment_type_id: lookUp(types, slug).id,
        eform_id: lookUp(idByName, form.name),
        position: DEMO_FORMS.indexOf(form) + 1,
      })),
    )
  await executor
    .insertInto('appointment_type_patient_form')
    .values(linked(({ patients = [] }) => patients))
    .execute()
  await executor
    .insertInto('appointment_type_clinician_form')
    .values(linked(({ clinicians = [] }) => clinicians))
    .execute()
}
