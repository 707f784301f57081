import { useController } from 'react-hook-form'
import type { ApiClient } from '#lib/api/client.ts'
import { FieldError, FieldHint } from '../../ui/Field.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { ANY_DAY, TextField } from '../../ui/TextField.tsx'
import type { useQuestionForm } from '../../ui/use-question-form.ts'
import { type AdminScreen, labelOf, type ScreenField } from './admin-screen.ts'
import { ReferenceField } from './ReferenceField.tsx'
import { type Chosen, isOptional, type RecordDraft, type WrittenRecord } from './record-draft.ts'

type RecordFieldProps = {
  api: ApiClient
  screen: AdminScreen
  field: ScreenField
  isNew: boolean
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
  /** What somebody else has entered here meanwhile. */
  clash: string | undefined
}

/** One field of a record, as its screen describes it. */
export function RecordField({ api, screen, field, isNew, state, clash }: RecordFieldProps) {
  const { field: name, kind, hint, width, fixed = false } = field
  const label = labelOf(screen, name)
  const about = {
    label,
    optional: isOptional(screen, field),
    hint: clash === undefined ? hint : `Somebody else has entered here: ${clash}`,
  }
  if (kind === 'checkbox') return <Checkbox {...about} name={name} state={state} />
  if (kind === 'reference') {
    const isFixed = fixed && !isNew
    return <Reference {...about} {...{ api, screen, name, state, isFixed }} />
  }
  const text = state.text(name)
  if (kind === 'paragraph') return <TextAreaField {...text} {...about} />
  if (kind === 'pin') return <TextField {...text} {...about} {...PIN} />
  if (kind === 'date') return <TextField {...text} {...about} {...ANY_DAY} width="max-w-60" />
  return <TextField {...text} {...about} type={kind} autoComplete="off" {...(width && { width })} />
}

const PIN = {
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'new-password',
  maxLength: 8,
  width: 'max-w-40',
} as const

type About = {
  name: string
  label: string
  hint: string | undefined
  optional: boolean
  state: RecordFieldProps['state']
}

function Checkbox({ name, label, hint, state }: About) {
  const { error, ...box } = state.text(name)
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label className="choice">
        <input type="checkbox" {...box} aria-describedby={hint ? `${box.id}-hint` : undefined} />
        {label}
      </label>
      <FieldHint id={box.id} hint={hint} />
      <FieldError id={box.id} error={error} />
    </div>
  )
}

function Reference(props: About & { api: ApiClient; screen: AdminScreen; isFixed: boolean }) {
  const { api, screen, name, state, ...about } = props
  const { field } = useController({ name, control: state.form.control })
  const reference = screen.of.references[name]
  if (!reference) return null
  return (
    <ReferenceField
      {...about}
      {...state.words(name)}
      api={api}
      reference={reference}
      chosen={field.value as Chosen | null}
      onChange={(chosen) => {
        field.onChange(chosen)
        state.form.clearErrors(name)
      }}
    />
  )
}
