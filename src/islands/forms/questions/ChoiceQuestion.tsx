import { useState } from 'react'
import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import { OWN_ANSWER_MISSING } from '#lib/forms/read-answer.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { controlId } from './filling-context.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { useAnswer } from './use-answer.ts'

type Choosable = { options: readonly { value: string }[]; other?: string | undefined }

const NOTHING_YET = ' '

/** A choice of one's own beside the options. Its words stay while another option is looked at. */
function useOtherAnswer({ options, other }: Choosable, given: readonly string[]) {
  const own = given.find((each) => !options.some(({ value }) => value === each))
  const [typed, setTyped] = useState(own ?? '')
  const text = own ?? typed
  return {
    text: text === NOTHING_YET ? '' : text,
    isChosen: other !== undefined && own !== undefined,
    answer: text || NOTHING_YET,
    type: (text: string) => {
      setTyped(text)
      return text || NOTHING_YET
    },
  }
}

type ChoiceItem = FormItemByType<'radio'> | FormItemByType<'select'>
type ChoiceProps<Item> = { item: Item; path: string; error: string | undefined }

export function RadioQuestion({ item, path, error }: ChoiceProps<FormItemByType<'radio'>>) {
  const { value, change, leave } = useAnswer<string>(path, '')
  const other = useOtherAnswer(item, value === '' ? [] : [value])
  const id = controlId(path)
  const ofBox = error === OWN_ANSWER_MISSING
  return (
    <QuestionSet {...choiceTexts(item, id, ofBox ? undefined : error)} onLeave={leave}>
      {item.options.map((option, index) => (
        <Option
          key={option.value}
          id={index === 0 ? id : `${id}-${index}`}
          kind="radio"
          name={id}
          option={option}
          checked={!other.isChosen && value === option.value}
          onChange={() => change(option.value)}
        />
      ))}
      {item.other !== undefined && (
        <Option
          id={`${id}-other-choice`}
          kind="radio"
          name={id}
          option={{ value: '', label: item.other }}
          checked={other.isChosen}
          onChange={() => change(other.answer)}
        />
      )}
      {other.isChosen && (
        <OtherText
          id={id}
          text={other.text}
          error={ofBox ? error : undefined}
          onChange={(text) => change(other.type(text))}
        />
      )}
    </QuestionSet>
  )
}

/** What is chosen alone comes last. It clears the others, and they clear it. */
export function CheckboxesQuestion({
  item,
  path,
  error,
}: ChoiceProps<FormItemByType<'checkboxes'>>) {
  const { value, change, leave } = useAnswer<string[]>(path, [])
  const other = useOtherAnswer(item, value)
  const id = controlId(path)
  const ofBox = error === OWN_ANSWER_MISSING
  const known = value.filter((each) => item.options.some((option) => option.value === each))
  const answer = (chosen: readonly string[], text: string | null) =>
    change(text ? [...chosen, text] : [...chosen])
  const ownText = () => (other.isChosen ? other.answer : null)
  const [alone, together] = [
    item.options.filter(({ exclusive }) => exclusive),
    item.options.filter(({ exclusive }) => !exclusive),
  ]
  const ordered = [...together, ...alone]
  const withoutAlone = known.filter((each) => !alone.some((option) => option.value === each))
  const tick = (option: CheckboxOption, isTicked: boolean) => {
    if (isTicked && option.exclusive) answer([option.value], null)
    else if (isTicked) answer([...withoutAlone, option.value], ownText())
    else {
      answer(
        known.filter((each) => each !== option.value),
        ownText(),
      )
    }
  }
  const box = (option: CheckboxOption) => {
    const place = ordered.indexOf(option)
    return (
      <Option
        key={option.value}
        id={place === 0 ? id : `${id}-${place}`}
        kind="checkbox"
        option={option}
        checked={known.includes(option.value)}
        onChange={(isTicked) => tick(option, isTicked)}
      />
    )
  }
  return (
    <QuestionSet {...choiceTexts(item, id, ofBox ? undefined : error)} onLeave={leave}>
      {together.map(box)}
      {item.other !== undefined && (
        <Option
          id={`${id}-other-choice`}
          kind="checkbox"
          option={{ value: '', label: item.other }}
          checked={other.isChosen}
          onChange={(isTicked) =>
            answer(isTicked ? withoutAlone : known, isTicked ? other.answer : null)
          }
        />
      )}
      {other.isChosen && (
        <OtherText
          id={id}
          text={other.text}
          error={ofBox ? error : undefined}
          onChange={(text) => answer(known, other.type(text))}
        />
      )}
      {alone.length > 0 && together.length > 0 && <p className="ms-9">or</p>}
      {alone.map(box)}
    </QuestionSet>
  )
}

type CheckboxOption = FormItemByType<'checkboxes'>['options'][number]

const OTHER = 'other answer'

export function SelectQuestion({ item, path, error }: ChoiceProps<FormItemByType<'select'>>) {
  const { value, change, leave } = useAnswer<string>(path, '')
  const other = useOtherAnswer(item, value === '' ? [] : [value])
  const id = controlId(path)
  const ofBox = error === OWN_ANSWER_MISSING
  const choices = [
    { value: '', label: 'Choose' },
    ...item.options,
    ...(item.other === undefined ? [] : [{ value: OTHER, label: item.other }]),
  ]
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        {...choiceTexts(item, id, ofBox ? undefined : error)}
        choices={choices}
        value={other.isChosen ? OTHER : value}
        onBlur={leave}
        onChange={({ target }) => change(target.value === OTHER ? other.answer : target.value)}
      />
      {other.isChosen && (
        <OtherText
          id={id}
          text={other.text}
          error={ofBox ? error : undefined}
          onChange={(text) => change(other.type(text))}
        />
      )}
    </div>
  )
}

const choiceTexts = (
  { label, hint, required }: ChoiceItem | FormItemByType<'checkboxes'>,
  id: string,
  error: string | undefined,
) => ({ id, label, hint, error, optional: required !== true })

type OptionProps = {
  id: string
  kind: 'radio' | 'checkbox'
  name?: string
  option: { value: string; label: string; hint?: string | undefined }
  checked: boolean
  onChange: (isTicked: boolean) => void
}

function Option({ id, kind, name, option, checked, onChange }: OptionProps) {
  return (
    <div>
      <label className="choice" htmlFor={id}>
        <input
          id={id}
          type={kind}
          name={name}
          checked={checked}
          aria-describedby={option.hint ? `${id}-hint` : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className="wrap-anywhere">{option.label}</span>
      </label>
      {option.hint && (
        <p id={`${id}-hint`} className="hint ms-9">
          {option.hint}
        </p>
      )}
    </div>
  )
}

type OtherTextProps = {
  id: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function OtherText({ id, text, error, onChange }: OtherTextProps) {
  return (
    <div className="ms-3 border-line-strong border-s-4 ps-5">
      <TextField
        id={`${id}-other`}
        label="Your answer"
        error={error}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
