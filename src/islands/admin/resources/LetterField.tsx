import type { ComponentProps } from 'react'
import { insertions } from '#lib/outcomes/insertions.ts'
import { useApi } from '../../identity/island-context.ts'
import { LetterText } from '../../outcomes/LetterText.tsx'
import { TemplateField } from './TemplateField.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'

export type TemplateEditorProps = Omit<
  ComponentProps<typeof TemplateField>,
  'insertions' | 'preview'
> & {}

export function LetterField({ ...field }: TemplateEditorProps) {
  const api = useApi()
  const { name, state } = field
  return (
    <TemplateField
      {...field}
      insertions={insertions}
      preview={(id) => (
        <TemplatePreview
          id={id}
          fillIn={(appointment_id) =>
            api.call('POST admin/appointmentoutcomes/preview/', {
              body: {
                template_code: String(state.form.getValues(name)).trim(),
                template_path: String(state.form.getValues('template_path')),
                appointment_id,
              },
            })
          }
          show={({ html }) => (
            <section aria-label="Letter" className="letter w-full">
              {html === '' ? <p>The template is empty.</p> : <LetterText html={html} />}
            </section>
          )}
        />
      )}
    />
  )
}
