import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppointmentPlan, PlannerChoices, PlannerTime } from '#lib/contract/planner.ts'
import { formatDuration, formatPlainDate, formatTime } from '#lib/dates/format-date-time.ts'
import { byName } from '#lib/text/name-order.ts'
import type { PlannerPlace } from '#machines/planner/planner.machine.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { PlannerTimes } from './PlannerTimes.tsx'
import { findPlannedAppointment, type PatientsQuestion, timesQuery } from './planner-queries.ts'
import { TypedTime } from './TypedTime.tsx'

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
          <p role="alert" className="banner banner-warning">
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
  return new Map(known.sort(([, one], [, other]) => byName(one, other)))
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
