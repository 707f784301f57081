import { memo, useContext, useEffect, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { AnswerToQuestion, Signature } from '#lib/contract/forms/form-answers.ts'
import { MOST_ENTRIES } from '#lib/contract/forms/form-constants.ts'
import type { FormItem, FormItemByType, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import type { ShownItem } from '#lib/forms/evaluate-form.ts'
import { formatAnswer } from '#lib/forms/format-answer.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { StopAdvice } from '../answers/StopAdvice.tsx'
import { CheckboxesQuestion, RadioQuestion, SelectQuestion } from './ChoiceQuestion.tsx'
import { FileQuestion } from './FileQuestion.tsx'
import { controlId, FilesContext, useFilling } from './filling-context.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { SignatureImage } from './SignatureImage.tsx'
import { TypedQuestion } from './TextQuestion.tsx'
import { useAnswer } from './use-answer.ts'

type QuestionsProps = {
  items: readonly ShownItem[]
  /** It says what is wrong, once it is to be shown. */
  problemOf: (path: string) => string | undefined
  adviceOf?: (item: string) => string | undefined
}

export function Questions({ items, problemOf, adviceOf }: QuestionsProps) {
  return items.map(({ item, path, value, entries }) =>
    item.type === 'group' ? (
      <GroupQuestion
        key={path}
        item={item}
        path={path}
        error={problemOf(path)}
        entries={entries ?? []}
        problemOf={problemOf}
      />
    ) : (
      <Question
        key={path}
        item={item}
        path={path}
        error={problemOf(path)}
        advice={adviceOf?.(item.id)}
        value={item.type === 'calculated' ? value : undefined}
      />
    ),
  )
}

type QuestionProps = {
  item: GroupedItem
  path: string
  error: string | undefined
  advice: string | undefined
  value: AnswerToQuestion | undefined
}

/** Renders again only when its own answer, or what is said of it, changes. */
const Question = memo(function Question({ item, path, error, advice, value }: QuestionProps) {
  const { telephone } = useFilling()
  return (
    // Out of sight it is not painted, which a long page costs with each key. Focus rings have room.
    <div className="-m-2 p-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <div className={isRevealed(item) ? 'ms-3 border-line-strong border-s-4 ps-5' : undefined}>
        <Control item={item} path={path} error={error} value={value} />
        {advice && (
          <div className="mt-3">
            <StopAdvice advice={advice} telephone={telephone} />
          </div>
        )}
      </div>
    </div>
  )
})

/** Shown because of one earlier answer. */
const isRevealed = ({ show_when }: FormItem) => show_when?.conditions.length === 1

type ControlProps = Omit<QuestionProps, 'advice'>

function Control({ item, path, error, value }: ControlProps) {
  switch (item.type) {
    case 'heading':
      return <h2 className="heading-3">{item.label}</h2>
    case 'paragraph':
      return <Paragraphs text={item.text} />
    case 'calculated':
      return <Calculated item={item} path={path} error={error} value={value} />
    case 'radio':
      return <RadioQuestion item={item} path={path} error={error} />
    case 'checkboxes':
      return <CheckboxesQuestion item={item} path={path} error={error} />
    case 'select':
      return <SelectQuestion item={item} path={path} error={error} />
    case 'checkbox':
      return <TickQuestion item={item} path={path} error={error} />
    case 'signature':
      return <SignatureQuestion item={item} path={path} error={error} />
    case 'file':
      return <FileQuestion item={item} path={path} error={error} />
    default:
      return <TypedQuestion item={item} path={path} error={error} />
  }
}

function Calculated({ item, path, value }: ControlProps) {
  const [text = 'Not known yet'] = formatAnswer(item, value)
  const { label, hint } = item as Extract<GroupedItem, { type: 'calculated' }>
  return (
    <div className="field">
      <p className="label">{label}</p>
      {hint && <p className="hint">{hint}</p>}
      <output id={controlId(path)} className="font-semibold">
        {text}
      </output>
    </div>
  )
}

type TickProps = { item: FormItemByType<'checkbox'>; path: string; error: string | undefined }

function TickQuestion({ item, path, error }: TickProps) {
  const { value, change, leave, ref } = useAnswer<boolean>(path, false)
  const id = controlId(path)
  const { label, hint, required } = item
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <FieldError id={id} error={error} />
      <label className="choice" htmlFor={id}>
        <input
          ref={ref}
          id={id}
          type="checkbox"
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={({ target }) => change(target.checked)}
          onBlur={leave}
        />
        <span className="wrap-anywhere">{required ? label : `${label} (optional)`}</span>
      </label>
      <FieldHint id={id} hint={hint} />
    </div>
  )
}

type GroupProps = {
  item: FormItemByType<'group'>
  path: string
  error: string | undefined
  entries: readonly (readonly ShownItem[])[]
  problemOf: (path: string) => string | undefined
}

function GroupQuestion({ item, path, error, entries, problemOf }: GroupProps) {
  const { control } = useFilling()
  const files = useContext(FilesContext)
  const array = useFieldArray({ control: control as never, name: path as never })
  const id = controlId(path)
  const { min = 0, max = MOST_ENTRIES } = item
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    document.getElementById(next.current)?.focus()
    next.current = null
  })
  const add = () => {
    next.current = `${id}-${array.fields.length}`
    array.append({} as never, { shouldFocus: false })
  }
  const remove = (index: number) => {
    next.current = `${id}-add`
    array.remove(index)
  }
  return (
    <fieldset className={error ? 'field field-invalid' : 'field'} id={id} tabIndex={-1}>
      <legend className="label mb-1">{item.label}</legend>
      <FieldHint id={id} hint={item.hint} />
      <FieldError id={id} error={error} />
      <ol className="flex flex-col gap-4">
        {array.fields.map((field, index) => (
          <li key={field.id} className="card flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 id={`${id}-${index}`} tabIndex={-1} className="font-semibold">
                {item.label} {index + 1}
              </h3>
              {array.fields.length > min && (
                <Button
                  look="quiet"
                  small
                  // A file on its way would find another entry in its place.
                  unavailable={files?.isSendingIn(path) === true}
                  onClick={() => remove(index)}
                >
                  Remove{' '}
                  <span className="visually-hidden">
                    {item.label} {index + 1}
                  </span>
                </Button>
              )}
            </div>
            <Questions items={entries[index] ?? []} problemOf={problemOf} />
          </li>
        ))}
      </ol>
      {array.fields.length < max && (
        <div className="mt-3">
          <Button id={`${id}-add`} look="secondary" onClick={add}>
            {item.add_label ?? (array.fields.length > 0 ? 'Add another' : 'Add one')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const DrawingPad = lateComponent(
  () =>
    import('./DrawingPad.tsx').then(
      (part) => part.default,
      () => DrawingMissing,
    ),
  <Loading label="Loading the drawing area" />,
)

function DrawingMissing() {
  return (
    <p role="alert" className="banner banner-warn mt-3">
      The drawing area could not be loaded. Your typed name is enough.
    </p>
  )
}

type SignatureProps = {
  item: FormItemByType<'signature'>
  path: string
  error: string | undefined
}

/** The typed name signs; a drawing may be added to it. */
function SignatureQuestion({ item, path, error }: SignatureProps) {
  const { on } = useFilling()
  const { value, change, leave } = useAnswer<Signature>(path, { name: '', signed_on: on })
  const [isDrawing, setDrawing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isClosing = useRef(false)
  useEffect(() => {
    if (!isClosing.current) return
    isClosing.current = false
    opener.current?.focus()
  })
  const close = () => {
    isClosing.current = true
    setDrawing(false)
  }
  const id = controlId(path)
  const { drawn, name } = value
  const draw = (path: string | null) => {
    const signature = { name, signed_on: on }
    change(path === null ? signature : { ...signature, drawn: path })
    close()
  }
  return (
    <QuestionSet
      id={id}
      label={item.label}
      hint={item.hint}
      error={error}
      optional={item.required !== true}
      onLeave={leave}
    >
      <TextField
        id={id}
        label="Your full name"
        hint={`Typing your name signs this form with the date ${formatCalendarDate(on)}.`}
        autoComplete="name"
        value={name}
        onChange={({ target }) => change({ ...value, name: target.value, signed_on: on })}
      />
      {drawn && !isDrawing && <SignatureImage path={drawn} name={name} />}
      {isDrawing ? (
        <DrawingPad onDrawn={draw} onCancel={close} />
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button ref={opener} look="secondary" small onClick={() => setDrawing(true)}>
            {drawn ? 'Draw it again' : 'Draw your signature as well'}
          </Button>
          {drawn && (
            <Button look="quiet" small onClick={() => draw(null)}>
              Remove the drawing
            </Button>
          )}
        </div>
      )}
    </QuestionSet>
  )
}
