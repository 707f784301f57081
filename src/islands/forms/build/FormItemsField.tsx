import { useCallback, useState } from 'react'
import { useController } from 'react-hook-form'
import { beyondCorrection } from '#lib/forms/beyond-correction.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { RecordDraft, WrittenRecord } from '../../admin/resources/record-draft.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { FieldError } from '../../ui/form/Field.tsx'
import type { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { lateComponent } from '../../ui/late-component.tsx'
import { formItemsDraft, formItemsEntered } from './form-items-draft.ts'

const FormBuilder = lateComponent(
  async () => (await import('./FormBuilder.tsx')).FormBuilder,
  <Loading label="Loading the form builder" />,
)

type FormItemsFieldProps = {
  name: string
  label: string
  hint: string | undefined
  isNew: boolean
  settings: PublicSettings
  id: number | null
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
}

export function FormItemsField(props: FormItemsFieldProps) {
  const { name, label, hint, isNew, state, settings } = props
  const { field } = useController({ name, control: state.form.control })
  const { id, error } = state.texts(name)
  const draft = formItemsDraft(String(field.value))
  const [started] = useState(draft.items)
  const { items, typed } = draft
  const { onChange } = field
  const { form } = state
  const change = useCallback(
    (changed: Partial<typeof draft>) => {
      const latest = formItemsDraft(String(form.getValues(name)))
      onChange(formItemsEntered({ ...latest, ...changed }))
      form.clearErrors(name)
    },
    [onChange, form, name],
  )
  const isChanged = !isNew && JSON.stringify(items) !== JSON.stringify(started)
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-label={label}
      className={error ? 'field field-invalid' : 'field'}
    >
      {hint && <p className="hint">{hint}</p>}
      <FieldError id={id} error={error} />
      {/* Its room is there from the start, so that Save stays where it is pressed. */}
      <div className="min-h-96">
        <FormBuilder
          items={started}
          form={{
            name: form.watch('name') as string,
            title: form.watch('title') as string,
            description: form.watch('description') as string,
            version: null,
            url:
              props.id === null
                ? null
                : `${settings.publicUrl}/api/admin/eforms/${props.id}/questionnaire/`,
          }}
          timeZone={settings.timeZone}
          onItems={(next) => change({ items: next })}
          typed={typed}
          onTyped={(text) => change({ typed: text })}
          isTypedRefused={typed !== null && error !== undefined}
        />
      </div>
      {isChanged && (
        <p role="status" className="banner banner-notice mt-5">
          {beyondCorrection(started, items) === null
            ? 'Only words have changed. Saving makes a new version, unless you tick Small correction.'
            : 'You changed what the form asks, so saving makes a new version. Forms that people have begun or sent keep the version they began with.'}
        </p>
      )}
    </section>
  )
}
