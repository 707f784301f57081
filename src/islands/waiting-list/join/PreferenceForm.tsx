import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { LONGEST_WAIT_DAYS, WaitingPreference } from '#lib/contract/waiting-list.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { weekdays } from '#lib/dates/weekdays.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'

export type Branch = { id: number; name: string }

type PreferenceFormProps = {
  who?: 'you' | 'they'
  branches: readonly Branch[]
  days: { first: string; until: string; last: string }
  pending: boolean
  serverErrors: FieldErrors
  onSubmit: (preference: WaitingPreference) => void
  alert: ReactNode
}

export function PreferenceForm({ who = 'you', ...props }: PreferenceFormProps) {
  const prefix = useId()
  const state = useQuestionForm<PreferenceDraft, PreferenceQuestion, WaitingPreference>({
    defaultValues: preferenceUntil(props.days.until),
    resolver: preferenceResolver,
    questions: preferenceQuestions,
    questionOf: findPreferenceQuestion,
    idOf: (question) => `${prefix}-${question}`,
    pending: props.pending,
    serverErrors: props.serverErrors,
    onSubmit: props.onSubmit,
  })
  const { control } = state.form
  const days = useController({ name: 'days', control }).field
  const chosenHours = useController({ name: 'hours', control }).field
  const sites = useController({ name: 'site_ids', control }).field
  return (
    <form
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      <Choices
        {...state.texts('days')}
        legend={`On which days could ${who} come?`}
        choices={weekdays.map((name, index) => ({ value: index + 1, label: name }))}
        chosen={days.value}
        onChange={days.onChange}
      />
      <fieldset className="field">
        <legend className="label mb-1">At what time?</legend>
        {(Object.keys(partsOfDay) as PartOfDay[]).map((part, index) => (
          <label key={part} className="choice">
            <input
              {...(index === 0 && { id: state.texts('hours').id })}
              type="radio"
              name={chosenHours.name}
              checked={chosenHours.value === part}
              onChange={() => chosenHours.onChange(part)}
            />
            {partsOfDay[part].label}
          </label>
        ))}
      </fieldset>
      {props.branches.length > 1 && (
        <Choices
          {...state.texts('site_ids')}
          legend="At which branches?"
          hint="Choose none if any branch will do"
          choices={props.branches.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={sites.value}
          onChange={sites.onChange}
        />
      )}
      <TextField
        {...state.text('until')}
        type="date"
        min={props.days.first}
        max={props.days.last}
        label="Until which day?"
        hint={`After this day ${who} leave the waiting list`}
        width="max-w-60"
      />
      <div className="flex flex-col items-start gap-4">
        {props.alert}
        <Button
          type="submit"
          pending={props.pending}
          pendingLabel={who === 'you' ? 'Joining the waiting list' : 'Adding the patient'}
        >
          {who === 'you' ? 'Join the waiting list' : 'Add to the waiting list'}
        </Button>
      </div>
    </form>
  )
}

type ChoicesProps = {
  id: string
  error: string | undefined
  legend: string
  hint?: string
  choices: readonly { value: number; label: string }[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

function Choices({ id, error, legend, hint, choices, chosen, onChange }: ChoicesProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={describedBy || undefined}
    >
      <legend className="label mb-1">{legend}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {choices.map(({ value, label }, index) => (
          <label key={value} className="choice min-w-0 wrap-anywhere">
            <input
              {...(index === 0 && { id })}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** People think in these parts of the day; any of them is the whole day. */
export const partsOfDay = {
  any: { label: 'Any time', from_time: '00:00', to_time: '23:59' },
  morning: { label: 'Morning, before 12 noon', from_time: '00:00', to_time: '11:59' },
  afternoon: { label: 'Afternoon, 12 noon to 5pm', from_time: '12:00', to_time: '16:59' },
  evening: { label: 'Evening, from 5pm', from_time: '17:00', to_time: '23:59' },
} as const
type PartOfDay = keyof typeof partsOfDay

type PreferenceDraft = {
  days: number[]
  hours: PartOfDay
  site_ids: number[]
  until: string
}
type PreferenceQuestion = keyof PreferenceDraft

const preferenceUntil = (until: string): PreferenceDraft => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  hours: 'any',
  site_ids: [],
  until,
})

/** Whoever has no appointment gets four weeks; who waits longer chooses another day. */
export const usualDays = (today: string) => ({
  first: today,
  until: addDays(today, 28),
  last: addDays(today, LONGEST_WAIT_DAYS),
})

const preferenceQuestions: readonly PreferenceQuestion[] = ['days', 'hours', 'site_ids', 'until']

function findPreferenceQuestion(field: string): PreferenceQuestion | undefined {
  if (field === 'from_time' || field === 'to_time') return 'hours'
  return preferenceQuestions.find((question) => question === field)
}

const preferenceResolver = questionResolver<PreferenceDraft, WaitingPreference>({
  schema: WaitingPreference,
  toWrite: ({ hours: chosen, ...draft }) => {
    const { from_time, to_time } = partsOfDay[chosen]
    return { ...draft, from_time, to_time }
  },
  questionOf: findPreferenceQuestion,
  ownProblems: ({ until }) => (until === '' ? { until: 'Choose the last day' } : {}),
})
