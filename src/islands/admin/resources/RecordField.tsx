import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { Reference } from '#lib/contract/admin/admin-resource.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { PricesField } from '../../catalogue/PricesField.tsx'
import { FormItemsField } from '../../forms/build/FormItemsField.tsx'
import { MessageField } from '../../messages/MessageField.tsx'
import { PermissionsField } from '../../people/permissions/PermissionsField.tsx'
import { FieldError, FieldHint, type FieldTexts } from '../../ui/form/Field.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import type { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { ChosenItems } from '../../ui/table/ChosenItems.tsx'
import { type AdminScreen, type ScreenField, screenFieldLabel } from './admin-screen.ts'
import { type ChosenValue, choicesIn, fieldKinds } from './field-kinds.ts'
import { LetterField } from './LetterField.tsx'
import { ReferenceField } from './ReferenceField.tsx'
import { ReferenceLookup } from './ReferenceLookup.tsx'
import {
  fieldSchema,
  findFieldLimit,
  isOptional,
  type RecordDraft,
  type WrittenRecord,
} from './record-draft.ts'

type RecordFieldProps = {
  screen: AdminScreen
  field: ScreenField
  isNew: boolean
  settings: PublicSettings
  id: number | null
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
  clash: string | undefined
}

export function RecordField(props: RecordFieldProps) {
  const { screen, field, isNew, state, clash } = props
  const { field: name, kind, hint, width, fixed = false } = field
  const label = screenFieldLabel(screen, name)
  const about = {
    label,
    optional: isOptional(screen, field),
    hint: clash === undefined ? hint : `Somebody else entered: ${clash}`,
  }
  if (kind === 'checkbox') return <Checkbox {...about} name={name} state={state} />
  if (kind === 'reference' || kind === 'references') {
    const isFixed = fixed && !isNew
    return <SingleReference {...about} {...{ screen, name, kind, state, isFixed }} />
  }
  if (kind === 'choices') {
    return <ChoicesField {...about} {...{ name, state }} choices={field.choices ?? []} />
  }
  if (kind === 'permissions' || kind === 'permissionIds') {
    return <Permissions {...about} {...{ name, state }} isFolded={kind === 'permissionIds'} />
  }
  if (kind === 'form') {
    const { settings, id } = props
    return <FormItemsField {...about} {...{ name, state, isNew, settings, id }} />
  }
  if (kind === 'prices') {
    const check = (entered: string) =>
      fieldSchema(screen, field).safeParse(fieldKinds.prices.written(entered, field))
    return <PricesField {...about} {...{ name, state, check }} />
  }
  if (kind === 'template' || kind === 'message') {
    const Editor = kind === 'template' ? LetterField : MessageField
    return <Editor {...about} {...{ name, state }} limit={findFieldLimit(screen, field)} />
  }
  const text = state.text(name)
  const shared = { ...text, ...about }
  switch (kind) {
    case 'sentence':
      return <TextAreaField {...shared} limit={findFieldLimit(screen, field)} rows={2} />
    case 'paragraph':
      return (
        <TextAreaField
          {...shared}
          limit={findFieldLimit(screen, field)}
          {...(field.rows && { rows: field.rows })}
        />
      )
    case 'select':
      return <SelectField {...shared} choices={offered(field)} />
    case 'date':
      return (
        <TextField
          {...shared}
          {...ANY_DAY}
          {...(field.earliest && { min: field.earliest })}
          width="max-w-60"
        />
      )
    case 'number':
      return <TextField {...shared} {...NUMBER} {...(width && { width })} />
    case 'times':
      return <TextField {...shared} autoComplete="off" />
    case 'degrees':
      return <TextField {...shared} autoComplete="off" width="max-w-40" />
    case 'money':
      return <TextField {...shared} {...MONEY} />
    default:
      return <TextField {...shared} type={kind} autoComplete="off" {...(width && { width })} />
  }
}

function offered({ choices = [] }: ScreenField) {
  const known = choices.map(({ value, label }) => ({ value: String(value ?? ''), label }))
  return known.some(({ value }) => value === '')
    ? known
    : [{ value: '', label: 'Choose' }, ...known]
}

const NUMBER = { inputMode: 'numeric', autoComplete: 'off', width: 'max-w-40' } as const
const MONEY = { ...NUMBER, inputMode: 'decimal', prefix: '£' } as const

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
      <div className="-mt-1.5 pl-9">
        <FieldHint id={box.id} hint={hint} />
        <FieldError id={box.id} error={error} />
      </div>
    </div>
  )
}

type PermissionsProps = About & { isFolded: boolean }

function Permissions({ name, state, ...about }: PermissionsProps) {
  const { field } = useController({ name, control: state.form.control })
  return (
    <PermissionsField
      {...about}
      {...state.texts(name)}
      chosen={field.value as readonly ChosenValue[]}
      onChange={(chosen) => {
        field.onChange(chosen)
        state.form.clearErrors(name)
      }}
    />
  )
}

type ReferenceProps = About & {
  screen: AdminScreen
  kind: 'reference' | 'references'
  isFixed: boolean
}

function SingleReference({ screen, name, kind, state, isFixed, ...about }: ReferenceProps) {
  const { field } = useController({ name, control: state.form.control })
  const reference = screen.of.references[name]
  if (!reference) return null
  const shared = { ...about, ...state.texts(name), reference }
  const onChange = (chosen: ChosenValue | null | ChosenValue[]) => {
    field.onChange(chosen)
    state.form.clearErrors(name)
  }
  return kind === 'references' ? (
    <ReferencesField
      {...shared}
      chosen={field.value as readonly ChosenValue[]}
      onChange={onChange}
    />
  ) : (
    <ReferenceField
      {...shared}
      isFixed={isFixed}
      chosen={field.value as ChosenValue | null}
      onChange={onChange}
    />
  )
}

type ChoicesFieldProps = {
  name: string
  label: string
  hint: string | undefined
  optional: boolean
  choices: NonNullable<ScreenField['choices']>
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
}

function ChoicesField(props: ChoicesFieldProps) {
  const { name, label, hint, optional, choices, state } = props
  const { field } = useController({ name, control: state.form.control })
  const { id, error } = state.texts(name)
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

type ReferencesFieldProps = FieldTexts & {
  reference: Reference
  chosen: readonly ChosenValue[]
  onChange: (chosen: ChosenValue[]) => void
}

function ReferencesField({ chosen, onChange, ...field }: ReferencesFieldProps) {
  const [said, setSaid] = useState('')
  const change = (to: ChosenValue[], what: string) => {
    onChange(to)
    setSaid(`${what}. ${to.length} chosen`)
  }
  return (
    <div className="flex flex-col gap-2">
      <ReferenceLookup
        {...field}
        without={chosen}
        onChoose={(added) => {
          if (!chosen.some(({ id }) => id === added.id)) {
            change([...chosen, added], `${added.label} added`)
          }
        }}
      />
      {chosen.length > 0 && (
        <ChosenItems
          items={chosen}
          aria-label={`${field.label}: chosen`}
          controlId={field.id}
          onRemove={(removed) => {
            const label = chosen.find(({ id }) => id === removed)?.label
            change(
              chosen.filter(({ id }) => id !== removed),
              `${label} removed`,
            )
          }}
        />
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}
