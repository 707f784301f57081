import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { explainRefusal } from '#lib/api/refusals.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import { LONGEST_NOTES } from '#lib/contract/text-length.ts'
import type { UserListRow } from '#lib/contract/users.ts'
import { formatDateTime, formatDuration } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { ChosenPatient } from '../people/patient-choice/ChosenPatient.tsx'
import type { EnteredPatient, NewPatientHandle } from '../people/patient-choice/NewPatientForm.tsx'
import { PATIENT_SEARCH, PatientChoice } from '../people/patient-choice/PatientChoice.tsx'
import { requestKeys } from '../records/request-keys.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { useSingleMutation } from '../ui/use-single-mutation.ts'
import { BookedFields } from './BookedFields.tsx'
import {
  type BookedDetails,
  NO_TYPE,
  type OfferedType,
  problemOfMinutes,
} from './booked-details.ts'
import { NotifyPatientFields } from './NotifyPatientFields.tsx'
import { toNotification, usualNotification } from './notify-patient.ts'
import { OnlineLimits } from './OnlineLimits.tsx'
import { RefusalReasons } from './RefusalReasons.tsx'

type BookingPlace = {
  start: string
  siteId: number
  siteName: string
  staffId?: number
  staffName?: string
  roomId?: number
  roomName?: string
}

type BookingDialogProps = {
  place: BookingPlace
  types: readonly OfferedType[]
  /** It holds the minutes that somebody drew, if they did. */
  drawnMinutes?: number | undefined
  mayCreatePatients: boolean
  mayChooseDuration: boolean
  onBooked: (appointment: ClinicAppointment) => void
  onClose: () => void
}

export function BookingDialog(props: BookingDialogProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { place, types, mayCreatePatients, mayChooseDuration } = props
  const { drawnMinutes, onBooked, onClose } = props
  const [keys] = useState(requestKeys)
  const booking = useSingleMutation({
    networkMode: 'always',
    mutationFn: async (body: OperationBody<'POST admin/appointments/'>) => {
      const appointment = await api.call('POST admin/appointments/', {
        body,
        headers: { 'Idempotency-Key': keys.keyFor(body) },
      })
      keys.forget()
      onBooked(appointment)
    },
  })
  const [patient, setPatient] = useState<UserListRow | null>(null)
  const entered: EnteredPatient = useRef(null)
  const [what, setWhat] = useState(() => firstWhat(props))
  const [notes, setNotes] = useState('')
  const [notification, setNotification] = useState(usualNotification)
  const [isAsked, setAsked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const newPatient = useRef<NewPatientHandle | null>(null)
  const prefix = useId()
  const isBooked = booking.isSuccess
  useEffect(() => {
    if (isBooked) onClose()
  }, [isBooked, onClose])
  const { typeId } = what
  const type = types.find(({ id }) => id === typeId)
  const isRight =
    type !== undefined && (!mayChooseDuration || problemOfMinutes(what.minutes) === undefined)
  const minutes = Number(what.minutes)
  const chosen = mayChooseDuration && minutes !== type?.duration ? { duration: minutes } : {}
  const question = {
    ...chosen,
    appointment_type_id: typeId,
    start: place.start,
    site_id: place.siteId,
    staff_id: place.staffId,
    room_id: place.roomId,
    patient_id: patient?.id,
  }
  const check = useQuery({
    queryKey: ['check-availability', question],
    queryFn: ({ signal }) => api.call('GET admin/check-availability/', { query: question, signal }),
    enabled: isRight,
    gcTime: 0,
  })
  const isBooking = booking.isPending
  const refusal = explainRefusal(booking.error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    // All that is missing is shown at once.
    if (!patient && (!type || !isRight)) newPatient.current?.showProblems()
    if (!patient && !newPatient.current) {
      document.getElementById(PATIENT_SEARCH)?.focus()
    } else if (focusTooLong(event.currentTarget)) {
      return
    } else if (!type) {
      event.currentTarget.querySelector('select')?.focus()
    } else if (!isRight) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    } else if (patient) book(patient)
    else newPatient.current?.submitAndBook()
  }
  const book = ({ id }: UserListRow) =>
    booking.mutate({
      ...chosen,
      appointment_type_id: typeId,
      start: place.start,
      site_id: place.siteId,
      ...(place.staffId !== undefined && { staff_id: place.staffId }),
      ...(place.roomId !== undefined && { room_id: place.roomId }),
      patient_id: id,
      notes,
      ...toNotification(notification),
    })
  return (
    <Dialog open title="Book an appointment" onClose={onClose} busy={isBooking || isSaving}>
      <div className="flex flex-col gap-4">
        <p>
          <span className="font-semibold">{formatDateTime(place.start, timeZone)}</span>
          <br />
          {[place.staffName, place.roomName, place.siteName].filter(Boolean).join(', ')}
        </p>
        {patient ? (
          <ChosenPatient patient={patient} busy={isBooking} onDrop={() => setPatient(null)} />
        ) : (
          <PatientChoice
            canCreate={mayCreatePatients}
            error={isAsked ? 'Choose the patient' : undefined}
            entered={entered}
            booking={{ form: newPatient, onSaving: setSaving }}
            takesFocus
            onChosen={(chosen, andBook) => {
              setPatient(chosen)
              if (andBook) book(chosen)
            }}
          />
        )}
        <form noValidate aria-label="Appointment" className="flex flex-col gap-4" onSubmit={submit}>
          <BookedFields
            types={types}
            value={what}
            onChange={setWhat}
            mayChooseDuration={mayChooseDuration}
            typeError={isAsked && !type ? 'Choose an appointment type' : undefined}
            durationError={refusal?.fields['duration']?.join('. ')}
          />
          {type &&
            !mayChooseDuration &&
            drawnMinutes !== undefined &&
            drawnMinutes !== type?.duration && (
              <p className="hint">
                You drew {formatDuration(drawnMinutes)}, but {type.name} takes{' '}
                {formatDuration(type.duration)}. You do not have permission to change durations.
              </p>
            )}
          <TextAreaField
            id={`${prefix}-notes`}
            label="Notes"
            optional
            rows={3}
            limit={LONGEST_NOTES}
            error={refusal?.fields['notes']?.join('. ')}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
          <NotifyPatientFields patient={patient} value={notification} onChange={setNotification} />
          <RefusalReasons reasons={(isRight && check.data?.reasons) || []} />
          <OnlineLimits reasons={(isRight && check.data?.online_reasons) || []} />
          {refusal && <FormAlert look="banner-warn">{refusal.reason}</FormAlert>}
          {booking.error && !refusal && (
            <FormAlert look="banner-danger">
              We could not reach the service, so we do not know whether it was booked. You can
              safely try again. We will only book it once.
            </FormAlert>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              pending={isBooking || isSaving}
              pendingLabel={isBooking ? 'Booking' : 'Saving patient'}
            >
              Book appointment
            </Button>
            <Button look="secondary" unavailable={isBooking} onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}

/**
 * Chooses the only type that the hours offer. Of several it chooses none, because the first would
 * be booked by mistake. It lasts as long as the time that was drawn, where the viewer may choose
 * the duration.
 */
function firstWhat({ types, drawnMinutes, mayChooseDuration }: BookingDialogProps): BookedDetails {
  const offered = types.filter(({ override }) => !override)
  const [only] = offered.length === 1 ? offered : []
  const minutes = mayChooseDuration ? (drawnMinutes ?? only?.duration) : only?.duration
  return { typeId: only?.id ?? NO_TYPE, minutes: String(minutes ?? '') }
}
