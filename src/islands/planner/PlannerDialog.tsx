import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SiteSummary } from '#lib/contract/booking.ts'
import type { AppointmentPlan, PlannerChoices, PlannerTime } from '#lib/contract/planner.ts'
import { formatDuration, formatPlainDate, formatTime } from '#lib/dates/format-date-time.ts'
import { instantAt } from '#lib/dates/instant-at.ts'
import { sortByName } from '#lib/text/name-order.ts'
import type { PlannerPlace } from '#machines/planner/planner.machine.ts'
import { OnlineLimits } from '../appointments/OnlineLimits.tsx'
import { groupSlots } from '../booking/choose/slot-groups.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useArrowKeys } from '../ui/use-arrow-keys.ts'
import {
  checkQuery,
  findPlannedAppointment,
  type PatientsQuestion,
  timesQuery,
} from './planner-queries.ts'
import '../booking/choose/times.css'

type PlannerDialogProps = {
  question: PatientsQuestion
  date: string
  choices: PlannerChoices
  canBook: boolean
  lost: { start: string; detail: string } | null
  onClose: () => void
  onTimeChosen: (place: PlannerPlace) => void
}

const ANYBODY = ''

export function PlannerDialog(props: PlannerDialogProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { question, date, lost } = props
  const query = useQuery(timesQuery(api, question, date))
  const { data: plan } = query
  const [requested, setRequested] = useState(ANYBODY)
  const clinicians = plan ? clinicianNames(plan) : new Map<string, string>()
  const staffId = clinicians.has(requested) ? requested : ANYBODY
  const times = plan ? timesWith(plan.times, staffId) : []
  const choose = (time: PlannerTime) => {
    if (!plan) return
    const [only, ...others] = time.clinicians
    const clinician = only && others.length === 0 ? only : null
    props.onTimeChosen({
      date,
      start: time.start,
      end: time.end,
      site: time.site,
      clinician: clinician && {
        staffId: clinician.staff_id,
        name: clinician.full_name,
        roomId: clinician.room_id,
      },
      ...findPlannedAppointment(plan, question),
    })
  }
  return (
    <Dialog open wide title={formatPlainDate(date)} onClose={props.onClose}>
      <div className="flex flex-col gap-5">
        {lost && (
          <p role="alert" className="banner banner-warn">
            {formatTime(lost.start, timeZone)} could not be booked. {lost.detail}
          </p>
        )}
        <QueryStatus query={query} what="the times of this date" loading="Looking for free times" />
        {plan && !query.error && (
          <>
            <p className="text-ink-soft">
              {plan.appointment_type.name},{' '}
              {formatDuration(findPlannedAppointment(plan, question).duration)}
            </p>
            {clinicians.size > 1 && (
              <div className="max-w-md">
                <SelectField
                  id="planner-with"
                  label="With"
                  value={staffId}
                  choices={[
                    { value: ANYBODY, label: 'Any free clinician' },
                    ...[...clinicians].map(([value, label]) => ({ value, label })),
                  ]}
                  onChange={(event) => setRequested(event.target.value)}
                />
              </div>
            )}
            {times.length === 0 ? (
              <p>There are no free times left on this date.</p>
            ) : (
              <PlannerTimes times={times} onChosen={props.canBook ? choose : null} />
            )}
            <TypedTime
              plan={plan}
              question={staffId === ANYBODY ? question : { ...question, staffId: Number(staffId) }}
              choices={props.choices}
              date={date}
              onChosen={props.canBook ? props.onTimeChosen : null}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

function clinicianNames({ times }: AppointmentPlan): Map<string, string> {
  const known = times.flatMap(({ clinicians }) =>
    clinicians.map(({ staff_id, full_name }) => [String(staff_id), full_name] as const),
  )
  return new Map(sortByName(known, ([, name]) => name))
}

function timesWith(times: readonly PlannerTime[], staffId: string): PlannerTime[] {
  if (staffId === ANYBODY) return [...times]
  return times
    .map((time) => ({
      ...time,
      clinicians: time.clinicians.filter(({ staff_id }) => String(staff_id) === staffId),
    }))
    .filter(({ clinicians }) => clinicians.length > 0)
}

type PlannerTimesProps = {
  times: readonly PlannerTime[]
  /** It is null for who may look but not book. */
  onChosen: ((time: PlannerTime) => void) | null
}

function PlannerTimes({ times, onChosen }: PlannerTimesProps) {
  const timeZone = useTimeZone()
  const arrowKeys = useArrowKeys()
  const isOneSite = new Set(times.map(({ site }) => site.id)).size === 1
  return (
    <section aria-label="Times" className="flex flex-col gap-4" onKeyDown={arrowKeys}>
      {isOneSite && <p>At {times[0]?.site.name}</p>}
      {groupSlots(times, timeZone).map(({ part, slots }) => (
        <section key={part} aria-labelledby={`planner-${part}`}>
          <h3 id={`planner-${part}`} className="heading-3 mb-2">
            {part}
          </h3>
          <ul className="planner-times">
            {slots.map((time) => {
              const text = (
                <>
                  <span className="font-semibold">{formatTime(time.start, timeZone)}</span>{' '}
                  <span className="time-site">
                    {isOneSite ? '' : `${time.site.name}, `}
                    {whoTakes(time)}
                  </span>
                </>
              )
              return (
                <li key={`${time.start} ${time.site.id}`}>
                  {onChosen ? (
                    <Button look="secondary" className="time" onClick={() => onChosen(time)}>
                      {text}
                    </Button>
                  ) : (
                    text
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </section>
  )
}

function whoTakes({ clinicians }: PlannerTime): string {
  const [first, ...others] = clinicians
  return first && others.length === 0 ? first.full_name : `${clinicians.length} clinicians`
}

type TypedTimeProps = {
  plan: AppointmentPlan
  question: PatientsQuestion
  choices: PlannerChoices
  date: string
  /** It is null for who may look but not book. */
  onChosen: ((place: PlannerPlace) => void) | null
}

const MINUTE = 60_000

function TypedTime(props: TypedTimeProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { plan, question, choices, date, onChosen } = props
  const [typed, setTyped] = useState('')
  const [siteId, setSiteId] = useState(question.siteId ?? plan.times[0]?.site.id ?? null)
  const [checked, setChecked] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const site = choices.sites.find(({ id }) => id === siteId) ?? choices.sites[0]
  const query = useQuery(checkQuery(api, question, site?.id ?? null, checked))
  const { data: answer } = query
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(typed === '')
    if (typed === '') document.getElementById('planner-typed')?.focus()
    else setChecked(instantAt(date, typed, timeZone))
  }
  const choose = (start: string, at: SiteSummary) => {
    const planned = findPlannedAppointment(plan, question)
    const clinician = choices.clinicians.find(({ staff_id }) => staff_id === question.staffId)
    onChosen?.({
      date,
      start,
      end: new Date(Date.parse(start) + planned.duration * MINUTE).toISOString(),
      site: at,
      clinician: clinician
        ? { staffId: clinician.staff_id, name: clinician.full_name, roomId: null }
        : null,
      ...planned,
    })
  }
  const time = checked === null ? '' : formatTime(checked, timeZone)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="heading-3">Another time</h3>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          id="planner-typed"
          type="time"
          step={300}
          label="Start time"
          error={isMissing ? 'Enter a time' : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChecked(null)
          }}
        />
        {question.siteId === null && choices.sites.length > 1 && (
          <div className="min-w-0 grow basis-40">
            <SelectField
              id="planner-typed-site"
              label="Where"
              value={String(site?.id ?? '')}
              choices={choices.sites.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(event) => {
                setSiteId(Number(event.target.value))
                setChecked(null)
              }}
            />
          </div>
        )}
        <Button type="submit" look="secondary" pending={query.isFetching}>
          Check
        </Button>
      </div>
      <div role="status">
        {answer?.available && <p className="banner banner-ok">{time} can be booked.</p>}
        {answer && !answer.available && (
          <div className="banner banner-warn">
            <p className="font-semibold">{time} cannot be booked</p>
            <ul className="list-disc ps-5">
              {answer.reasons.map(({ code, detail }) => (
                <li key={`${code} ${detail}`}>{detail}</li>
              ))}
            </ul>
          </div>
        )}
        {answer && <OnlineLimits reasons={answer.online_reasons} />}
      </div>
      <QueryStatus query={query} what="the answer" />
      {answer?.available && checked !== null && site && onChosen && (
        <div>
          <Button onClick={() => choose(checked, site)}>Choose {time}</Button>
        </div>
      )}
    </form>
  )
}
