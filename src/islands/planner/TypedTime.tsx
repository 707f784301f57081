import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SiteSummary } from '#lib/contract/booking.ts'
import type { AppointmentPlan, PlannerChoices } from '#lib/contract/planner.ts'
import { formatTime, instantAt } from '#lib/dates/format-date-time.ts'
import type { PlannerPlace } from '#machines/planner/planner.machine.ts'
import { OnlineLimits } from '../appointments/OnlineLimits.tsx'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { checkQuery, findPlannedAppointment, type PatientsQuestion } from './planner-queries.ts'

type TypedTimeProps = {
  plan: AppointmentPlan
  question: PatientsQuestion
  choices: PlannerChoices
  date: string
  /** It is null for who may look but not book. */
  onChosen: ((place: PlannerPlace) => void) | null
}

const MINUTE = 60_000

export function TypedTime(props: TypedTimeProps) {
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
        {answer?.available && <p className="banner banner-success">{time} can be booked.</p>}
        {answer && !answer.available && (
          <div className="banner banner-warning">
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
