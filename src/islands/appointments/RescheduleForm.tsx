import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { ClinicAppointment, NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import {
  formatDateTime,
  formatPlainDate,
  formatTime,
  plainDateAt,
} from '#lib/dates/format-date-time.ts'
import type { FormatMove } from '#machines/schedule/format-move.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { NotifyPatientFields } from './NotifyPatientFields.tsx'
import { toNotification, usualNotification } from './notify-patient.ts'

type Move = {
  start: string
  staffId: number
  branchChange: FormatMove | null
  notification: NotifyPatient
}

type RescheduleFormProps = {
  appointment: ClinicAppointment
  requested: Pick<Move, 'start' | 'staffId' | 'notification'> | null
  onMove: (move: Move) => void
  onLeave: () => void
  alert?: ReactNode
}

export function RescheduleForm(props: RescheduleFormProps) {
  const timeZone = useTimeZone()
  const api = useApi()
  const { appointment, requested, onMove, onLeave, alert } = props
  const [date, setDate] = useState(plainDateAt((requested ?? appointment).start, timeZone))
  const [place, setPlace] = useState(requested ? `${requested.start} ${requested.staffId}` : '')
  const [notification, setNotification] = useState(requested?.notification ?? usualNotification)
  const [isAsked, setAsked] = useState(false)
  const dateId = useId()
  const placeId = useId()
  const isDate = /^2[01]\d\d-\d\d-\d\d$/.test(date)
  const question = {
    appointment_type_id: appointment.appointment_type_id,
    appointment_id: appointment.id,
    from: date,
    to: date,
    date,
  }
  const plan = useQuery({
    queryKey: ['appointment-plan', question],
    queryFn: ({ signal }) =>
      api.call('GET admin/appointment-planner/', { query: question, signal }),
    enabled: isDate,
    gcTime: 0,
  })
  const choices = (plan.data?.times ?? []).flatMap(({ start, site, clinicians }) =>
    clinicians.filter(isAnother(start, appointment)).map(({ staff_id, full_name }) => ({
      start,
      staffId: staff_id,
      clinician: full_name,
      site,
      value: `${start} ${staff_id}`,
      label: `${formatTime(start, timeZone)}, ${full_name}, ${site.name}`,
    })),
  )
  const chosen = choices.find(({ value }) => value === place)
  const isNotified = isOtherVisit(chosen, appointment)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (!chosen) return document.getElementById(choices.length > 0 ? placeId : dateId)?.focus()
    if (focusTooLong(event.currentTarget)) return
    const { start, staffId, site, clinician } = chosen
    const isBranchChange = site.id !== appointment.site.id
    const branchChange = {
      from: appointment.site.name,
      to: site.name,
      place: `${formatDateTime(start, timeZone)}, ${clinician}`,
    }
    onMove({
      start,
      staffId,
      branchChange: isBranchChange ? branchChange : null,
      notification: isNotified ? toNotification(notification) : usualNotification,
    })
  }
  return (
    <form
      noValidate
      aria-label="Choose another time"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <TextField
        id={dateId}
        label="Date"
        type="date"
        width="max-w-48"
        error={isDate ? undefined : 'Enter a date'}
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
      {plan.error ? (
        <QueryStatus query={plan} what="the free times" />
      ) : plan.isPending && isDate ? (
        <Loading label="Looking for free times" />
      ) : choices.length === 0 ? (
        isDate && (
          <p role="status">
            There are no {plan.data?.times.length ? 'other ' : ''}free times on{' '}
            {formatPlainDate(date)}.
          </p>
        )
      ) : (
        <SelectField
          id={placeId}
          label="Time and clinician"
          error={isAsked && !chosen ? 'Choose a time' : undefined}
          value={chosen ? place : ''}
          onChange={(event) => setPlace(event.target.value)}
          choices={[{ value: '', label: 'Choose a time' }, ...choices]}
        />
      )}
      {isNotified && (
        <NotifyPatientFields
          patient={appointment.patient}
          value={notification}
          onChange={setNotification}
        />
      )}
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Move appointment</Button>
        <Button look="secondary" onClick={onLeave}>
          Keep the current time
        </Button>
      </div>
    </form>
  )
}

/** Patients are notified of another time or place, and not of another clinician. */
const isOtherVisit = (
  chosen: { start: string; site: { id: number } } | undefined,
  { start, site }: ClinicAppointment,
) => !chosen || chosen.site.id !== site.id || Date.parse(chosen.start) !== Date.parse(start)

/** The planner offers the appointment's own place as free: nobody moves an appointment to it. */
const isAnother =
  (start: string, appointment: ClinicAppointment) =>
  ({ staff_id }: { staff_id: number }) =>
    staff_id !== appointment.staff_id || Date.parse(start) !== Date.parse(appointment.start)
