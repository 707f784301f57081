import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ClinicAppointment, NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type { RequestedChange } from '#machines/appointments/appointment-action.machine.ts'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { BookedFields } from './BookedFields.tsx'
import {
  type BookedDetails,
  type OfferedType,
  offeredTypesQuery,
  problemOfMinutes,
} from './booked-details.ts'
import { NotifyPatientFields } from './NotifyPatientFields.tsx'
import { toNotification, usualNotification } from './notify-patient.ts'
import { RefusalReasons } from './RefusalReasons.tsx'

type ChangeFormProps = {
  appointment: ClinicAppointment
  requested: RequestedChange
  entered: NotifyPatient
  onChange: (requested: RequestedChange, notification: NotifyPatient) => void
  onLeave: () => void
  alert?: ReactNode
}

export function ChangeForm(props: ChangeFormProps) {
  const api = useApi()
  const { appointment } = props
  const { may } = appointment
  const types = useQuery({
    ...offeredTypesQuery(api, appointment.staff_id, appointment.availability_id),
    enabled: may.change_type,
  })
  if (types.error || (may.change_type && !types.data)) {
    return (
      <QueryStatus
        query={types}
        what="what can be booked"
        loading="Looking up what can be booked"
      />
    )
  }
  return <LoadedForm {...props} types={types.data?.results ?? []} />
}

function LoadedForm(props: ChangeFormProps & { types: readonly OfferedType[] }) {
  const api = useApi()
  const { appointment, onChange, onLeave, alert } = props
  const { appointment_type: ofNow, appointment_type_id: typeId, duration, may } = appointment
  const own = props.types.find(({ id }) => id === typeId)
  // What it is for now was agreed, whatever its hours offer.
  const ofItself = { id: typeId, name: ofNow.name, duration: own?.duration ?? duration }
  const types = may.change_type ? [ofItself, ...props.types.filter((type) => type !== own)] : []
  const [value, setValue] = useState<BookedDetails>({
    typeId: props.requested.typeId ?? typeId,
    minutes: String(props.requested.duration ?? duration),
  })
  const [notification, setNotification] = useState(props.entered)
  const [isAsked, setAsked] = useState(false)
  const isOtherType = value.typeId !== typeId
  const minutes = Number(value.minutes)
  const isRight = !may.change_duration || problemOfMinutes(value.minutes) === undefined
  const requested: RequestedChange = {
    ...(isOtherType && { typeId: value.typeId }),
    ...(may.change_duration && (isOtherType || minutes !== duration) && { duration: minutes }),
  }
  const isChanged = Object.keys(requested).length > 0
  const question = {
    appointment_type_id: value.typeId,
    appointment_id: appointment.id,
    start: appointment.start,
    site_id: appointment.site_id,
    staff_id: appointment.staff_id,
    room_id: appointment.room_id,
    ...(requested.duration !== undefined && { duration: requested.duration }),
  }
  const check = useQuery({
    queryKey: ['check-availability', question],
    queryFn: ({ signal }) => api.call('GET admin/check-availability/', { query: question, signal }),
    enabled: isChanged && isRight,
    gcTime: 0,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (focusTooLong(event.currentTarget) || !isChanged || !isRight) return
    // Patients are notified of another type, and not of another duration.
    onChange(requested, isOtherType ? toNotification(notification) : usualNotification)
  }
  return (
    <form
      noValidate
      aria-label="Choose another type or duration"
      className="flex flex-col gap-4"
      onSubmit={submit}
    >
      <BookedFields
        types={types}
        value={value}
        onChange={setValue}
        mayChooseDuration={may.change_duration}
        durationError={
          isAsked && !isChanged && !may.change_type
            ? 'Enter a different number of minutes'
            : undefined
        }
      />
      {isAsked && !isChanged && may.change_type && (
        <p role="alert">You have not changed anything.</p>
      )}
      {isChanged && isRight && <RefusalReasons reasons={check.data?.reasons ?? []} />}
      {isOtherType && (
        <NotifyPatientFields
          patient={appointment.patient}
          value={notification}
          onChange={setNotification}
        />
      )}
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save change</Button>
        <Button look="secondary" onClick={onLeave}>
          Leave it as it is
        </Button>
      </div>
    </form>
  )
}
