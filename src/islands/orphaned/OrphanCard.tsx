import { type ReactNode, use } from 'react'
import type { Alternative, OrphanRow } from '#lib/contract/orphaned-appointments.ts'
import { formatDateTime, formatDuration, plainDateAt } from '#lib/dates/format-date-time.ts'
import type {
  OrphanAction,
  OrphanActionRequest,
} from '#machines/orphaned/need-attention.machine.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { SendsContext } from '../identity/sends-context.ts'
import { formatScheduleAddress } from '../schedule/schedule-address.ts'
import { Button } from '../ui/Button.tsx'
import { formatResolvedTime, questionAbout } from './format-resolved-time.ts'
import { orphanReasonTexts } from './orphan-reason-texts.ts'

export const formatOrphanedAppointment = (patient: string) => `the appointment of ${patient}`

const PLACES_AT_FIRST = 3

type OrphanCardProps = {
  appointment: OrphanRow
  mayChange: boolean
  acting: OrphanActionRequest | null
  onAction: (request: OrphanActionRequest) => void
  onOpen: () => void
  alert: ReactNode
}

export function OrphanCard(props: OrphanCardProps) {
  const timeZone = useTimeZone()
  const { appointment, mayChange, acting, onAction, onOpen, alert } = props
  const { id, version, patient, staff, room, site, start, kept, asked } = appointment
  const sends = use(SendsContext)
  const formatted = formatOrphanedAppointment(patient.full_name)
  const applyAction = (action: OrphanAction) =>
    onAction({ id, version, patient: patient.full_name, action })
  const isDoing = (action: OrphanAction) =>
    acting?.id === id && formatActionKey(acting.action) === formatActionKey(action)
  const button = (action: OrphanAction, label: string, pendingLabel: string) => (
    <Button
      look="secondary"
      small
      className="text-left"
      pending={isDoing(action)}
      pendingLabel={pendingLabel}
      unavailable={acting !== null}
      onClick={() => applyAction(action)}
    >
      {label}
      <span className="visually-hidden">: {formatted}</span>
    </Button>
  )
  const inSchedule = formatScheduleAddress({
    action: 'schedule',
    by: 'staff',
    only: staff.id,
    span: 'day',
    siteId: null,
    date: plainDateAt(start, timeZone),
    look: 'grid',
  })
  return (
    <li className="flex flex-col gap-3 rounded border border-line p-4">
      <div>
        <h2 className="heading-3 break-words">
          {patient.full_name}, {appointment.appointment_type.name}
        </h2>
        <p>
          {formatDateTime(start, timeZone)}, {formatDuration(appointment.duration)},{' '}
          {staff.full_name}, {room.name}, {site.name}
        </p>
      </div>
      <ul className="flex flex-col gap-1">
        {appointment.reasons.map((reason) => (
          <li key={reason} className="font-semibold">
            {orphanReasonTexts(reason, staff.full_name)}
          </li>
        ))}
      </ul>
      {kept && (
        <p>
          Kept as it is {kept.by && `by ${kept.by} `}at {formatDateTime(kept.at, timeZone)}.
        </p>
      )}
      {asked && (
        <p>
          The patient was asked to choose another time at {formatDateTime(asked, timeZone)}, and has
          not yet.
        </p>
      )}
      {alert}
      {mayChange && (
        <Places appointment={appointment}>
          {(place) =>
            button(
              {
                kind: 'reschedule',
                from: {
                  start,
                  duration: appointment.duration,
                  staff_id: staff.id,
                  room_id: room.id,
                  appointment_type_id: appointment.appointment_type.id,
                },
                start: place.start,
                staffId: place.staff_id,
                roomId: place.room_id,
                question: questionAbout(place, appointment, { sends, timeZone }),
                notification: null,
              },
              formatResolvedTime(place, appointment, timeZone),
              'Moving',
            )
          }
        </Places>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {mayChange &&
          (kept
            ? button({ kind: 'reopen' }, 'Mark as needing attention', 'Saving')
            : button({ kind: 'keep' }, 'Keep as it is', 'Saving'))}
        <Button look="secondary" small onClick={onOpen}>
          {mayChange ? 'Move or cancel' : 'Open'}
          <span className="visually-hidden">: {formatted}</span>
        </Button>
        <a className="link" href={inSchedule}>
          See it in the schedule<span className="visually-hidden">: {formatted}</span>
        </a>
      </div>
    </li>
  )
}

const formatActionKey = (action: OrphanAction) =>
  action.kind === 'reschedule' ? `${action.start} ${action.staffId} ${action.roomId}` : action.kind

type PlacesProps = {
  appointment: OrphanRow
  children: (place: Alternative) => ReactNode
}

function Places({ appointment: { alternatives, reasons }, children: move }: PlacesProps) {
  if (reasons.includes('patient_deceased')) return null
  const first = alternatives
    .filter((place) => !place.with_absent_clinician)
    .slice(0, PLACES_AT_FIRST)
  if (alternatives.length === 0) return <p>There are no free times near this one.</p>
  const list = (places: readonly Alternative[]) => (
    <ul className="flex flex-col items-start gap-2">
      {places.map((place) => (
        <li key={`${place.start} ${place.staff_id} ${place.room_id}`}>{move(place)}</li>
      ))}
    </ul>
  )
  const others = alternatives.filter((place) => !first.includes(place))
  return (
    <div className="flex flex-col gap-2">
      {list(first)}
      {others.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-target cursor-pointer items-center">
            {others.length} more free {others.length === 1 ? 'time' : 'times'}
          </summary>
          {list(others)}
        </details>
      )}
    </div>
  )
}
