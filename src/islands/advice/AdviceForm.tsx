import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { EventFromLogic } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { LONGEST_ADVICE } from '#lib/contract/text-length.ts'
import type {
  adviceWritingMachine,
  WrittenAdvice,
} from '#machines/advice/advice-writing.machine.ts'
import { Button } from '../ui/Button.tsx'
import { LeaveQuestion } from '../ui/dialog/LeaveQuestion.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { SavedTexts } from './SavedTexts.tsx'

const createAdviceDraft = (advice: PatientAdvice | null): WrittenAdvice => ({
  advice_text: advice?.advice_text ?? '',
  category_ids: [...(advice?.category_ids ?? [])],
  pinned: advice?.pinned ?? false,
})

const isSameAdvice = (one: WrittenAdvice, other: WrittenAdvice): boolean =>
  one.advice_text.trim() === other.advice_text.trim() &&
  one.pinned === other.pinned &&
  isSameChoice(one.category_ids, other.category_ids)

const isSameChoice = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** What was not changed here becomes what somebody else saved; what was changed stays. */
const rebasedDraft = (
  draft: WrittenAdvice,
  from: WrittenAdvice,
  latest: WrittenAdvice,
): WrittenAdvice => ({
  advice_text: draft.advice_text === from.advice_text ? latest.advice_text : draft.advice_text,
  category_ids: isSameChoice(draft.category_ids, from.category_ids)
    ? latest.category_ids
    : draft.category_ids,
  pinned: draft.pinned === from.pinned ? latest.pinned : draft.pinned,
})

/** Puts a saved text below what is there, and adds its categories. */
const withText = (
  draft: WrittenAdvice,
  { advice_text, category_ids }: Pick<WrittenAdvice, 'advice_text' | 'category_ids'>,
): WrittenAdvice => ({
  ...draft,
  advice_text: [draft.advice_text.trim(), advice_text].filter(Boolean).join('\n\n'),
  category_ids: [...new Set([...draft.category_ids, ...category_ids])],
})

type AdviceFormProps = {
  /** It is null for a new one. A later version replaces what was not changed here. */
  advice: PatientAdvice | null
  categories: readonly AdviceCategory[] | undefined
  refusedFields: FieldErrors
  reason: string
  problem: ReactNode
  isBusy: boolean
  isLocked: boolean
  isLeaving: boolean
  onChanges: (hasChanges: boolean) => void
  send: (event: EventFromLogic<typeof adviceWritingMachine>) => void
}

const KNOWN = ['advice_text', 'category_ids']

export function AdviceForm(props: AdviceFormProps) {
  const { advice, categories = [], refusedFields, isBusy, isLocked, onChanges, send } = props
  const id = useId()
  const [began, setBegan] = useState({ advice, others: '' })
  const [draft, setDraft] = useState(() => createAdviceDraft(advice))
  if (advice !== began.advice) {
    const [from, latest] = [createAdviceDraft(began.advice), createAdviceDraft(advice)]
    const isClash =
      draft.advice_text !== from.advice_text &&
      latest.advice_text !== from.advice_text &&
      latest.advice_text !== draft.advice_text
    setBegan({ advice, others: isClash ? latest.advice_text : '' })
    setDraft(rebasedDraft(draft, from, latest))
  }
  const [attempt, setAttempt] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const hasChanges = !isSameAdvice(draft, createAdviceDraft(began.advice))
  useEffect(() => onChanges(hasChanges), [hasChanges, onChanges])
  useEffect(() => () => onChanges(false), [onChanges])
  useEffect(() => document.getElementById(`${id}-text`)?.focus(), [id])
  const isMissing = draft.advice_text.trim() === ''
  const textError = isAsked && isMissing ? 'Enter the advice' : joined(refusedFields['advice_text'])
  const categoryError = joined(refusedFields['category_ids'])
  useEffect(() => {
    if (Object.keys(refusedFields).length > 0) setAttempt((count) => count + 1)
  }, [refusedFields])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLocked || focusTooLong(event.currentTarget)) return
    setAsked(true)
    if (isMissing) setAttempt((count) => count + 1)
    else send({ type: 'advice.submitted', written: draft })
  }
  const others = Object.entries(refusedFields).filter(([field]) => !KNOWN.includes(field))
  const isFieldRefused = Object.keys(refusedFields).length > 0
  // A category may be one that cannot be read here, or that is new since.
  const offered = [
    ...categories,
    ...(advice?.categories ?? []).filter((one) =>
      categories.every(({ id: each }) => each !== one.id),
    ),
  ]
  return (
    <div className="flex flex-col gap-4">
      <h3 className="heading-3">{advice ? 'Change advice' : 'Write advice'}</h3>
      <ErrorSummary
        attempt={attempt}
        errors={[
          ...(textError ? [{ message: textError, fieldId: `${id}-text` }] : []),
          ...(categoryError ? [{ message: categoryError, fieldId: `${id}-categories` }] : []),
          ...others.map(([, messages]) => ({ message: messages.join(' ') })),
        ]}
      />
      <form
        noValidate
        aria-label={advice ? 'Change advice' : 'Write advice'}
        className="flex flex-col gap-4"
        onSubmit={submit}
      >
        {began.others && (
          <section aria-label="Saved since you opened this" className="banner banner-warn">
            <p className="font-semibold">
              This was saved since you opened it. Saving replaces it with your text.
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{began.others}</p>
          </section>
        )}
        <TextAreaField
          id={`${id}-text`}
          label="Advice"
          hint="The patient can read this."
          error={textError}
          rows={6}
          limit={LONGEST_ADVICE}
          value={draft.advice_text}
          readOnly={isLocked}
          onChange={(event) => setDraft({ ...draft, advice_text: event.target.value })}
        />
        <CategoryChoice
          id={`${id}-categories`}
          offered={offered}
          chosen={draft.category_ids}
          error={categoryError}
          isLocked={isLocked}
          onChange={(category_ids) => setDraft({ ...draft, category_ids })}
        />
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.pinned}
            disabled={isLocked}
            onChange={() => setDraft({ ...draft, pinned: !draft.pinned })}
          />
          Pin, so that it comes first
        </label>
        {props.reason && !isFieldRefused && (
          <FormAlert look="banner-warn">{props.reason}</FormAlert>
        )}
        {props.problem}
        {props.isLeaving ? (
          <LeaveQuestion
            onLeave={() => send({ type: 'leaving.confirmed' })}
            onStay={() => send({ type: 'leaving.dropped' })}
          />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={isBusy} pendingLabel="Saving" unavailable={isLocked}>
              Save advice
            </Button>
            <Button
              look="secondary"
              unavailable={isLocked}
              onClick={() => send({ type: 'form.left', hasChanges })}
            >
              Cancel
            </Button>
          </div>
        )}
      </form>
      <SavedTexts draft={draft} onInsert={(text) => setDraft(withText(draft, text))} />
    </div>
  )
}

const joined = (messages: readonly string[] | undefined) => messages?.join(' ')

type AdviceCategory = { id: number; name: string }

type CategoryChoiceProps = {
  id: string
  offered: readonly AdviceCategory[]
  chosen: readonly number[]
  error: string | undefined
  isLocked: boolean
  onChange: (chosen: number[]) => void
}

function CategoryChoice(props: CategoryChoiceProps) {
  const { id, offered, chosen, error, isLocked, onChange } = props
  if (offered.length === 0) return null
  const toggle = (category: number) =>
    onChange(
      chosen.includes(category)
        ? chosen.filter((other) => other !== category)
        : [...chosen, category],
    )
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="label">Categories (optional)</legend>
      <FieldError id={id} error={error} />
      <div className="grid max-h-64 gap-x-6 overflow-y-auto rounded border border-line px-3 sm:grid-cols-2">
        {offered.map((category) => (
          <label key={category.id} className="choice min-w-0">
            <input
              type="checkbox"
              checked={chosen.includes(category.id)}
              disabled={isLocked}
              onChange={() => toggle(category.id)}
            />
            <span className="min-w-0 wrap-anywhere">{category.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
