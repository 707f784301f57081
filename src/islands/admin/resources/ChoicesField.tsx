import { useController } from 'react-hook-form'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import type { useQuestionForm } from '../../ui/form/use-question-form.ts'
import type { ScreenField } from './admin-screen.ts'
import { choicesIn } from './field-kinds.ts'
import type { RecordDraft, WrittenRecord } from './record-draft.ts'

type ChoicesFieldProps = {
  name: string
  label: string
  hint: string | undefined
  optional: boolean
  choices: NonNullable<ScreenField['choices']>
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
}

export function ChoicesField(props: ChoicesFieldProps) {
  const { name, label, hint, optional, choices, state } = props
  const { field } = useController({ name, control: state.form.control })
  const { id, error } = state.words(name)
  const chosen = choicesIn(field.value)
  const toggle = (value: string) => {
    const next = choices
      .map((choice) => String(choice.value))
      .filter((one) => chosen.includes(one) !== (one === value))
    field.onChange(next.join())
    state.form.clearErrors(name)
  }
  return (
    <fieldset
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={
        [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
      }
    >
      <legend className="label">{optional ? `${label} (optional)` : label}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      {choices.map((choice, place) => {
        const value = String(choice.value)
        return (
          <label key={value} className="choice min-w-0">
            <input
              // Focused from the summary of what is wrong.
              id={place === 0 ? id : undefined}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            {choice.label}
          </label>
        )
      })}
    </fieldset>
  )
}
