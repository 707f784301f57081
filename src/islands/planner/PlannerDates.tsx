import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { AppointmentPlan, PlannerChoices, PlannerDate } from '#lib/contract/planner.ts'
import { daysBetween, isoWeekday } from '#lib/dates/dates.ts'
import {
  addDays,
  formatDateRange,
  formatDuration,
  formatTime,
  mondayBefore,
  monthAndYear,
  plainDateAt,
  weekdayAndDay,
} from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import type { PlannerPatient } from '#machines/planner/planner.machine.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { RecordLink } from '../people/patient-choice/RecordLink.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../ui/form/TextField.tsx'
import { useAddressForm } from '../ui/form/use-address-form.ts'
import { saidIn } from '../ui/table/list-address.ts'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { useArrowKeys } from '../ui/use-arrow-keys.ts'
import { ASKED, datesQuery, minutesProblem, type PatientsQuestion } from './planner-queries.ts'
import '../booking/choose/times.css'

declare module 'react' {
  interface CSSProperties {
    '--columns'?: number
    '--column'?: number
    '--row'?: number
  }
}

type PlannerDatesProps = {
  address: AddressQuery
  question: PatientsQuestion
  choices: PlannerChoices
  canSetDuration: boolean
  patient: PlannerPatient | null
  onPatientDropped: () => void
  onDateChosen: (date: string) => void
}

export function PlannerDates(props: PlannerDatesProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { address, question, choices, patient } = props
  const query = useQuery(datesQuery(api, question))
  const { data: plan, error } = query
  const today = plainDateAt(Date.now(), timeZone)
  const refused = error instanceof ApiError ? (error.fields['from'] ?? error.fields['to']) : null
  return (
    <div className="flex flex-col gap-6">
      {patient && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-tint px-4 py-2">
          <p className="min-w-0 wrap-anywhere">
            The time you choose is for <strong>{patient.full_name}</strong>.
          </p>
          <Button look="quiet" small onClick={props.onPatientDropped}>
            Choose patient later
          </Button>
          <RecordLink patientId={patient.id} />
        </div>
      )}
      <QuestionForm
        address={address}
        choices={choices}
        canSetDuration={props.canSetDuration}
        fromError={refused?.join(' ')}
      />
      {question.typeId === null && (
        <p className="text-ink-soft">
          Choose an appointment type to see the dates on which it has free times.
        </p>
      )}
      {query.isLoading && <Loading label="Looking for free times" />}
      {error && !refused && <QueryStatus query={query} what="the free times" />}
      {plan && !error && question.typeId !== null && (
        <section aria-labelledby="planner-period" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="planner-period" className="heading-2">
              {formatDateRange(plan.from, plan.to)}
              {query.isFetching && (
                <span className="spinner ms-3 inline-block" aria-hidden="true" />
              )}
            </h2>
            <p className="flex flex-wrap gap-2">
              {plan.from > today && (
                <a
                  className="button button-secondary button-small"
                  {...earlier(address, plan, today)}
                >
                  Earlier
                </a>
              )}
              <a
                className="button button-secondary button-small"
                {...address.linkWith({ [ASKED.from]: addDays(plan.to, 1) })}
              >
                Later
              </a>
            </p>
          </div>
          <p role="status" className={plan.dates.length > 0 ? 'visually-hidden' : ''}>
            {formatDateCount(plan)}
          </p>
          <DateList dates={plan.dates} onChosen={props.onDateChosen} />
        </section>
      )}
    </div>
  )
}

const DAYS = 90

function earlier(address: AddressQuery, { from }: AppointmentPlan, today: string) {
  const date = addDays(from, -DAYS)
  return address.linkWith({ [ASKED.from]: date > today ? date : null })
}

function formatDateCount({ dates, appointment_type: type }: AppointmentPlan): string {
  if (type.disabled) return `${type.name} cannot be booked at present.`
  if (dates.length === 0) {
    return `${type.name} has no free times in this period. Look later, at another site or with another clinician.`
  }
  return `${dates.length === 1 ? '1 date has' : `${dates.length} dates have`} free times`
}

type DateListProps = {
  dates: readonly PlannerDate[]
  onChosen: (date: string) => void
}

function DateList({ dates, onChosen }: DateListProps) {
  const timeZone = useTimeZone()
  const arrowKeys = useArrowKeys()
  const months = Map.groupBy(dates, ({ date }) => date.slice(0, 7))
  const columns = Math.max(WORKING_DAYS, ...dates.map(({ date }) => isoWeekday(date)))
  return (
    <section aria-label="Dates" className="flex flex-col gap-6" onKeyDown={arrowKeys}>
      {[...months].map(([month, ofMonth]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <h3 id={`month-${month}`} className="heading-3 mb-2">
            {monthAndYear(`${month}-01`)}
          </h3>
          <ul className="planner-dates" style={{ '--columns': columns }}>
            {ofMonth.map(({ date, places, first }) => {
              const [weekday, day] = weekdayAndDay(date)
              const row = weeksSince(ofMonth[0]?.date ?? date, date) + 1
              return (
                <li key={date} style={{ '--column': isoWeekday(date), '--row': row }}>
                  <button type="button" className="day" onClick={() => onChosen(date)}>
                    <span>
                      <span className="font-semibold">{weekday}</span>{' '}
                      <span className="day-date">{day}</span>
                    </span>{' '}
                    <span className="day-times">
                      {counted(places, 'time')}, {places === 1 ? 'at' : 'from'}{' '}
                      {formatTime(first, timeZone)}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </section>
  )
}

const WORKING_DAYS = 5

const DAYS_IN_WEEK = 7

const weeksSince = (from: string, date: string) =>
  daysBetween(mondayBefore(from), mondayBefore(date)) / DAYS_IN_WEEK

const FIELDS = Object.values(ASKED)

type Name = (typeof FIELDS)[number]

type Problems = Partial<Record<Name, string | undefined>>

type QuestionFormProps = {
  address: AddressQuery
  choices: PlannerChoices
  canSetDuration: boolean
  fromError: string | undefined
}

function QuestionForm(props: QuestionFormProps) {
  const { address, choices, canSetDuration, fromError } = props
  const { form, field, enteredIn } = useAddressForm(saidIn(address.query, FIELDS))
  const [problems, setProblems] = useState<Problems>({})
  const fieldTexts = (name: Name) => ({
    ...field(name),
    id: `planner-${name}`,
    error: problems[name],
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = enteredIn(event)
    const found: Problems = {
      type: entered.type === '' ? 'Choose an appointment type' : undefined,
      minutes: minutesProblem(entered.minutes ?? ''),
    }
    setProblems(found)
    const wrong = FIELDS.find((name) => found[name])
    if (wrong) document.getElementById(`planner-${wrong}`)?.focus()
    else address.go(entered)
  }
  const { appointment_types: types, sites, clinicians } = choices
  const only = clinicians.length === 1 ? clinicians[0] : undefined
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="What to plan"
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_auto_auto_auto]"
    >
      <SelectField
        {...fieldTexts('type')}
        label="Appointment type"
        choices={[
          { value: '', label: 'Choose an appointment type' },
          ...types.map(({ id, name, duration }) => ({
            value: String(id),
            label: `${name} (${formatDuration(duration)})`,
          })),
        ]}
      />
      <SelectField
        {...fieldTexts('site')}
        label="Where"
        choices={[
          { value: '', label: 'All branches' },
          ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        {...fieldTexts('clinician')}
        label="With"
        choices={[
          { value: '', label: (only ?? { full_name: 'Any clinician' }).full_name },
          ...(only ? [] : clinicians).map(({ staff_id, full_name }) => ({
            value: String(staff_id),
            label: full_name,
          })),
        ]}
      />
      <TextField {...fieldTexts('from')} {...ANY_DAY} label="From" optional error={fromError} />
      {canSetDuration && (
        <TextField
          {...fieldTexts('minutes')}
          label="Minutes"
          optional
          inputMode="numeric"
          width="max-w-32"
        />
      )}
      <div>
        <Button type="submit">Show dates</Button>
      </div>
    </form>
  )
}
