import { memo } from 'react'
import type { AnswerToQuestion } from '#lib/contract/forms/form-answers.ts'
import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'
import type { ShownItem } from '#lib/forms/evaluate-form.ts'
import { formatAnswer } from '#lib/forms/format-answer.ts'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { StopAdvice } from '../answers/StopAdvice.tsx'
import { CheckboxesQuestion, RadioQuestion, SelectQuestion } from './ChoiceQuestion.tsx'
import { FileQuestion } from './FileQuestion.tsx'
import { controlId, useFilling } from './filling-context.ts'
import { GroupQuestion } from './GroupQuestion.tsx'
import { SignatureQuestion } from './SignatureQuestion.tsx'
import { TypedQuestion } from './TextQuestion.tsx'
import { TickQuestion } from './TickQuestion.tsx'

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
  const [words = 'Not known yet'] = formatAnswer(item, value)
  const { label, hint } = item as Extract<GroupedItem, { type: 'calculated' }>
  return (
    <div className="field">
      <p className="label">{label}</p>
      {hint && <p className="hint">{hint}</p>}
      <output id={controlId(path)} className="font-semibold">
        {words}
      </output>
    </div>
  )
}
