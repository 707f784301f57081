import { z } from 'zod'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import type { Executor } from '#server/database/connection.ts'
import forms from './forms.json' with { type: 'json' }
import { lookUp } from './look-up.ts'

/** `patients` and `clinicians`: types, by slug, whose patients fill it in, or whose clinicians do. */
const demoForm = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  vaccination: z.literal(true).optional(),
  items: formDefinition,
  patients: z.array(z.string()).optional(),
  clinicians: z.array(z.string()).optional(),
})

export const DEMO_FORMS = z.array(demoForm).parse(forms)

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
        form_definition: JSON.stringify(items),
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const idByName = new Map(rows.map(({ id, name }) => [name, id]))
  const linked = (slugsOf: (form: z.infer<typeof demoForm>) => readonly string[]) =>
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
