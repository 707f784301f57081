import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { controlId } from './filling-context.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { useAnswer } from './use-answer.ts'

type TypedItem = FormItemByType<
  'text' | 'textarea' | 'email' | 'tel' | 'url' | 'color' | 'number' | 'date' | 'time' | 'datetime'
>
type TypedProps<Item = TypedItem> = { item: Item; path: string; error: string | undefined }

export function TypedQuestion({ item, path, error }: TypedProps) {
  switch (item.type) {
    case 'textarea':
      return <LongQuestion item={item} path={path} error={error} />
    case 'date':
      return <DateQuestion item={item} path={path} error={error} />
    case 'datetime':
      return <DateAndTimeQuestion item={item} path={path} error={error} />
    default:
      return <ShortQuestion item={item} path={path} error={error} />
  }
}

type ShortItem = Exclude<TypedItem, { type: 'textarea' | 'date' | 'datetime' }>

function ShortQuestion({ item, path, error }: TypedProps<ShortItem>) {
  const { value, change, leave, ref } = useAnswer<string | number>(path, '')
  return (
    <TextField
      {...fieldTexts(item, path, error)}
      {...inputAttributes(item)}
      ref={ref}
      value={String(value)}
      onChange={({ target }) => change(target.value)}
      onBlur={leave}
    />
  )
}

function inputAttributes(item: ShortItem): Parameters<typeof TextField>[0] | object {
  switch (item.type) {
    case 'number':
      return { inputMode: item.step === 1 ? 'numeric' : 'decimal', width: 'max-w-32' }
    case 'time':
      return { width: 'max-w-32' }
    case 'email':
      return { type: 'email', autoComplete: 'email' }
    case 'tel':
      return { type: 'tel', autoComplete: 'tel', width: 'max-w-72' }
    case 'url':
      return { type: 'url', inputMode: 'url' }
    default:
      return {}
  }
}

function LongQuestion({ item, path, error }: TypedProps<FormItemByType<'textarea'>>) {
  const { value, change, leave, ref } = useAnswer<string>(path, '')
  return (
    <TextAreaField
      {...fieldTexts(item, path, error)}
      ref={ref}
      limit={item.max_length}
      rows={item.rows ?? 4}
      value={value}
      onChange={({ target }) => change(target.value)}
      onBlur={leave}
    />
  )
}

function DateQuestion({ item, path, error }: TypedProps<FormItemByType<'date'>>) {
  const { value, change, leave, ref } = useAnswer<string>(path, '')
  const { hint = 'For example, 27 3 2026', ...props } = fieldTexts(item, path, error)
  return (
    <DateField {...props} hint={hint} ref={ref} value={value} onChange={change} onBlur={leave} />
  )
}

function DateAndTimeQuestion({ item, path, error }: TypedProps<FormItemByType<'datetime'>>) {
  const { value, change, leave } = useAnswer<string>(path, '')
  const id = controlId(path)
  const [date = '', time = ''] = value.split('T')
  const answer = (parts: { date?: string; time?: string }) => {
    const now = { date, time, ...parts }
    change(now.date || now.time ? `${now.date}T${now.time}` : '')
  }
  return (
    <QuestionSet {...fieldTexts(item, path, error)} onLeave={leave}>
      <DateField id={id} label="Date" value={date} onChange={(typed) => answer({ date: typed })} />
      <TextField
        id={`${id}-time`}
        label="Time"
        hint="For example, 2:30pm"
        width="max-w-32"
        value={time}
        onChange={({ target }) => answer({ time: target.value })}
      />
    </QuestionSet>
  )
}

const fieldTexts = (item: TypedItem, path: string, error: string | undefined) => ({
  id: controlId(path),
  label: 'unit' in item && item.unit ? `${item.label} (${item.unit})` : item.label,
  hint: item.hint ?? ('type' in item && item.type === 'time' ? 'For example, 2:30pm' : undefined),
  error,
  optional: item.required !== true,
})
