import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { Availability, AvailabilityPreview } from '#lib/contract/availabilities.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { formatPlainDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import type { AvailabilityDraft } from './availability-draft.ts'
import { choicesQuery, previewQuery } from './availability-queries.ts'
import { RecurrenceFields } from './RecurrenceFields.tsx'
import { ScopeQuestion } from './ScopeQuestion.tsx'
import { TypesField } from './TypesField.tsx'

const PREVIEW_DELAY_MS = 400

type AvailabilityFormProps = {
  availability: Availability | null
  staff: readonly { id: number; full_name: string }[]
  draft: AvailabilityDraft
  onDraft: (draft: AvailabilityDraft) => void
  errors: FieldErrors
  pending: boolean
  alert: ReactNode
  onSubmit: () => void
  onDelete: () => void
  onCancel: () => void
}

const CONTROLS: Readonly<Record<string, string>> = {
  date: 'availability-date',
  staff: 'availability-staff',
  room: 'availability-room',
  appointment_types: 'availability-types',
  start_date: 'availability-start-date',
  start_time: 'availability-start-time',
  end_time: 'availability-end-time',
  recurring_until: 'availability-until',
  repeat_every: 'availability-repeat-every',
  exceptions: 'availability-exceptions',
}

const hasAny = (errors: FieldErrors) => Object.keys(errors).length > 0

export function AvailabilityForm(props: AvailabilityFormProps) {
  const api = useApi()
  const { availability, staff, draft, onDraft, pending, alert, onSubmit } = props
  const [missing, setMissing] = useState<FieldErrors>({})
  // It may come back with a refusal, after decisions that were made in its place.
  const [attempt, setAttempt] = useState(hasAny(props.errors) ? 1 : 0)
  const [seen, setSeen] = useState(props.errors)
  if (seen !== props.errors) {
    setSeen(props.errors)
    if (hasAny(props.errors)) setAttempt(attempt + 1)
  }
  const settledDraft = useSettled(draft, PREVIEW_DELAY_MS)
  const preview = useQuery(previewQuery(api, settledDraft, availability))
  const choices = useQuery(choicesQuery(api, draft.staff))
  const errors: FieldErrors = { ...props.errors, ...missing }
  // Errors of what is not there yet are not shown while it is typed.
  const early = preview.error instanceof ApiError ? preview.error.fields : {}
  const findError = (field: string) =>
    (errors[field] ?? early[field] ?? early[`rule.${field}`])?.join('. ')
  const change = (changes: Partial<AvailabilityDraft>) => {
    setMissing({})
    onDraft({ ...draft, ...changes })
  }
  const submit = () => {
    if (pending) return
    const found = findMissingAnswers(draft)
    setMissing(found)
    setAttempt(attempt + 1)
    if (!hasAny(found)) onSubmit()
  }
  const rooms = choices.data?.rooms ?? []
  const isPart = availability?.recurring === true
  const isOneDay = isPart && draft.scope === 'one'
  const mayDelete = availability && availability.may_delete !== 'no'
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ErrorSummary
        attempt={attempt}
        errors={Object.entries(errors).flatMap(([field, messages]) =>
          messages.map((message) => ({ message, fieldId: CONTROLS[field] })),
        )}
      />
      {isPart && (
        <ScopeQuestion
          legend="What do you want to change?"
          draft={draft}
          onDraft={change}
          error={findError('date')}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id="availability-staff"
          label="Clinician"
          error={findError('staff')}
          value={draft.staff}
          onChange={(event) => change({ staff: event.target.value, room: '', types: [] })}
          choices={withNone(
            draft.staff,
            staff.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
            availability && { value: String(availability.staff), label: availability.staff_name },
          )}
        />
        <SelectField
          id="availability-room"
          label="Room"
          error={findError('room')}
          hint={
            draft.staff !== '' && choices.isSuccess && !choices.isFetching && rooms.length === 0
              ? 'You cannot choose a room for this clinician yet. Ask a manager.'
              : undefined
          }
          value={draft.room}
          onChange={(event) => change({ room: event.target.value })}
          choices={withNone(
            draft.room,
            rooms.map(({ id, name, site }) => ({
              value: String(id),
              label: `${site.name}, ${name}`,
            })),
            availability && {
              value: String(availability.room),
              label: `${availability.site.name}, ${availability.room_name}`,
            },
          )}
        />
      </div>
      <TypesField
        staff={draft.staff}
        offered={availability?.appointment_types ?? []}
        value={draft.types}
        onChange={(types) => change({ types })}
        error={findError('appointment_types')}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          id="availability-start-date"
          type="date"
          label={draft.recurring && !isOneDay ? 'From' : 'Date'}
          error={findError('start_date')}
          value={draft.startDate}
          onChange={(event) => change({ startDate: event.target.value })}
        />
        <TextField
          id="availability-start-time"
          type="time"
          label="Starts at"
          error={findError('start_time')}
          value={draft.startTime}
          onChange={(event) => change({ startTime: event.target.value })}
        />
        <TextField
          id="availability-end-time"
          type="time"
          label="Ends at"
          error={findError('end_time')}
          value={draft.endTime}
          onChange={(event) => change({ endTime: event.target.value })}
        />
      </div>
      {!isOneDay && <RecurrenceFields draft={draft} onChange={change} errorOf={findError} />}
      <RulePreview query={preview} />
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel="Saving">
          Save
        </Button>
        <Button look="secondary" unavailable={pending} onClick={props.onCancel}>
          Cancel
        </Button>
        {mayDelete && (
          <Button
            look="quiet"
            className="sm:ms-auto"
            unavailable={pending}
            onClick={props.onDelete}
          >
            Delete…
          </Button>
        )}
      </div>
    </form>
  )
}

type Choice = { value: string; label: string }

function withNone(value: string, choices: Choice[], known: Choice | null): Choice[] {
  const isKnown = choices.some((choice) => choice.value === value)
  return [
    ...(value === '' ? [{ value: '', label: 'Choose' }] : []),
    ...(!isKnown && known && known.value === value ? [known] : []),
    ...choices,
  ]
}

/** Gives a value once it has not changed for some milliseconds. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

type RulePreviewProps = { query: UseQueryResult<AvailabilityPreview> }

const MOST_CLASHES = 3

function RulePreview({ query }: RulePreviewProps) {
  const { data, error } = query
  return (
    <section aria-label="Preview" className="rounded bg-sunken p-4">
      <div role="status" aria-busy={query.isFetching}>
        {error ? (
          <p>We cannot show a preview of these hours.</p>
        ) : data ? (
          <p className="font-semibold">{data.description}</p>
        ) : (
          <p>Choose a clinician and a room to see a preview.</p>
        )}
      </div>
      {!error && data && <Details preview={data} />}
    </section>
  )
}

function Details({ preview }: { preview: AvailabilityPreview }) {
  const timeZone = useTimeZone()
  const { next, count, clashes, orphaned } = preview
  return (
    <>
      {next.length > 0 && (
        <>
          <p className="mt-2">{count === 1 ? 'One day:' : `${count} days, starting with:`}</p>
          <ul className="columns-1 sm:columns-2">
            {next.slice(0, 6).map(({ date, start, end }) => (
              <li key={start}>
                {formatPlainDate(date)}, {formatTimeRange(start, end, timeZone)}
              </li>
            ))}
          </ul>
        </>
      )}
      {clashes.length > 0 && (
        <div className="mt-3 font-semibold text-danger">
          <p>This cannot be saved:</p>
          <ul className="list-disc ps-5">
            {clashes.slice(0, MOST_CLASHES).map((clash) => (
              <li key={`${clash.availability_id} ${clash.start}`}>{clash.detail}</li>
            ))}
            {clashes.length > MOST_CLASHES && <li>There are more days like these</li>}
          </ul>
        </div>
      )}
      {orphaned.length > 0 && (
        <p className="mt-3 font-semibold text-warn">
          This affects {counted(orphaned.length, 'appointment')}. You can choose what to do with{' '}
          {orphaned.length === 1 ? 'it' : 'each one'} when you save.
        </p>
      )}
    </>
  )
}

function findMissingAnswers(draft: AvailabilityDraft): Record<string, string[]> {
  const missing = {
    staff: draft.staff === '' && 'Choose a clinician',
    room: draft.room === '' && 'Choose a room',
    appointment_types: draft.types.length === 0 && 'Choose at least one appointment type',
    start_date: draft.startDate === '' && 'Enter a date',
    start_time: draft.startTime === '' && 'Enter a time',
    end_time: draft.endTime === '' && 'Enter a time',
    repeat_every:
      draft.recurring && !/^[1-9]\d{0,2}$/.test(draft.repeatEvery) && 'Enter a number of 1 or more',
    date: draft.scope !== 'all' && draft.date === '' && 'Choose a day',
  }
  return Object.fromEntries(
    Object.entries(missing).flatMap(([name, text]) => (text ? [[name, [text]]] : [])),
  )
}
