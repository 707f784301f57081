import { useState } from 'react'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answer, Answers, GroupEntry } from '#lib/contract/forms/form-answers.ts'
import type { FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { formatAnswer } from '#lib/forms/format-answer.ts'
import { allEntries, toGroupEntries } from '#lib/forms/merge-answers.ts'
import { readAnswer } from '#lib/forms/read-answer.ts'
import { Button } from '../../ui/Button.tsx'
import { useBeginAt } from '../../ui/use-begin-at.ts'

type ConflictProps = {
  items: readonly FormItem[]
  mine: Answers
  others: SavedForm
  onResolved: (answers: Answers) => void
}

type Side = 'mine' | 'others' | 'both'

export function ConflictQuestion({ items, mine, others, onResolved }: ConflictProps) {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const chosenSide = (id: string) => sides[id] ?? 'mine'
  const choose = (id: string, side: Side) => setSides({ ...sides, [id]: side })
  const mergeBoth = ({ id, type }: FormItem): Answer | undefined => {
    const [here, there] = [toGroupEntries(mine[id]), toGroupEntries(others.answers[id])]
    return type === 'group' && here && there ? allEntries(here, there) : undefined
  }
  const resolved = () => {
    const chosen = items.flatMap((item) => {
      const { id } = item
      const answer = { mine: mine[id], others: others.answers[id], both: mergeBoth(item) }[
        chosenSide(id)
      ]
      return answer === undefined ? [] : [[id, answer] as const]
    })
    const asked = items.map(({ id }) => id)
    const unasked = Object.entries(mine).filter(([id]) => !asked.includes(id))
    return Object.fromEntries([...unasked, ...chosen])
  }
  useBeginAt('conflict')
  return (
    <section aria-labelledby="conflict" className="flex flex-col gap-6">
      <h2 id="conflict" tabIndex={-1} className="heading-2">
        This form was also filled in somewhere else
      </h2>
      <p>
        {others.saved_by_name} saved other answers on another device or page. Choose which answers
        to keep.
      </p>
      {items.map((item) => (
        <fieldset key={item.id} className="field">
          <legend className="label mb-1">{formatLabel(item)}</legend>
          <Choice
            name={item.id}
            label="On this page"
            text={formatConflictingAnswer(item, mine[item.id])}
            checked={chosenSide(item.id) === 'mine'}
            onChoose={() => choose(item.id, 'mine')}
          />
          <Choice
            name={item.id}
            label="On the other device"
            text={formatConflictingAnswer(item, others.answers[item.id])}
            checked={chosenSide(item.id) === 'others'}
            onChoose={() => choose(item.id, 'others')}
          />
          {mergeBoth(item) && (
            <Choice
              name={item.id}
              label="Both"
              text={formatConflictingAnswer(item, mergeBoth(item))}
              checked={chosenSide(item.id) === 'both'}
              onChoose={() => choose(item.id, 'both')}
            />
          )}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onResolved(resolved())}>Keep these answers</Button>
        <Button
          look="secondary"
          onClick={() => setSides(Object.fromEntries(items.map(({ id }) => [id, 'others'])))}
        >
          Use all answers from the other device
        </Button>
      </div>
    </section>
  )
}

type ChoiceProps = {
  name: string
  label: string
  text: string
  checked: boolean
  onChoose: () => void
}

function Choice({ name, label, text, checked, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={`conflict-${name}`} checked={checked} onChange={onChoose} />
      <span className="whitespace-pre-line wrap-anywhere">
        {label}: {text}
      </span>
    </label>
  )
}

const formatLabel = (item: FormItem) => ('label' in item ? item.label : item.id)

function formatConflictingAnswer(item: FormItem, answer: Answer | undefined): string {
  if (answer === undefined || answer === '' || answer === false) return 'no answer'
  if (item.type === 'page') return ''
  if (item.type !== 'group') return formatQuestionAnswer(item, answer)
  const entries = Array.isArray(answer) ? (answer as GroupEntry[]) : []
  const words = entries.map((entry) =>
    item.items
      .filter(({ id }) => entry[id] !== undefined)
      .map((each) => formatQuestionAnswer(each, entry[each.id]))
      .join(', '),
  )
  return words.join('; ') || 'no answer'
}

function formatQuestionAnswer(item: GroupedItem, answer: Answer | undefined): string {
  const { value } = readAnswer(item, answer)
  if (value === undefined) return typeof answer === 'object' ? 'no answer' : String(answer)
  return formatAnswer(item, value).join(', ')
}
