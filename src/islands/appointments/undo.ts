import { useEffect } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { ClinicAppointment, FormerPlace } from '#lib/contract/clinic-appointments.ts'
import {
  formatDateTime,
  formatDuration,
  formatTime,
  formatTimeRange,
  plainDateAt,
} from '#lib/dates/format-date-time.ts'
import { notify, withdrawTopic } from '../ui/feedback/notify.ts'

/** The patient of an older action would be taken for the patient at hand. */
export const APPOINTMENT_TOPIC = 'appointment'

export function useWithdrawUndoOnChange(): void {
  useEffect(() => withdrawTopic(APPOINTMENT_TOPIC), [])
}

export type Undoable = {
  appointmentId: number
  done: string
  undo: (version?: number) => Promise<ClinicAppointment>
  undone: (appointment: ClinicAppointment) => string
  onUndone: (appointment: ClinicAppointment) => void
}

export function offerUndo(offer: Undoable): void {
  const run = () => void undoIt(offer)
  notify(offer.done, { topic: APPOINTMENT_TOPIC, action: { label: 'Undo', run } })
}

async function undoIt(offer: Undoable): Promise<void> {
  const { appointmentId, undo, undone, onUndone } = offer
  try {
    const appointment = await undo()
    onUndone(appointment)
    notify(undone(appointment), { topic: APPOINTMENT_TOPIC })
  } catch (error) {
    notify(describeUndoRefusal(error), {
      kind: 'failed',
      topic: APPOINTMENT_TOPIC,
      action: isRefused(error)
        ? {
            label: 'Open the appointment',
            run: () => location.assign(`/clinic/record-details?appointment_id=${appointmentId}`),
          }
        : // It names the version that it saw: it is done once.
          { label: 'Try again', run: () => void undoIt(offer) },
    })
  }
}

const isRefused = (error: unknown) => {
  try {
    return Boolean(certainRefusal(error))
  } catch {
    return false
  }
}

export const describeUndoRefusal = (error: unknown) =>
  isRefused(error)
    ? `Not undone. ${certainRefusal(error).detail}`
    : 'We could not reach the service, so we do not know whether it was undone.'

type Rescheduled = {
  api: ApiClient
  before: FormerPlace
  after: ClinicAppointment
  timeZone: string
  onUndone: (appointment: ClinicAppointment) => void
}

export const rescheduling = (of: Rescheduled): Undoable => {
  const { api, before, after, timeZone, onUndone } = of
  return {
    appointmentId: after.id,
    done: formatRescheduled(before, after, timeZone),
    undo: (version = after.version) =>
      api.call('PUT admin/appointments/{id}/', {
        params: { id: after.id },
        body: { version, ...changedPlace(before, after) },
      }),
    undone: (back) => `Undone. ${formatPlaceAgain(after, back, timeZone)}`,
    onUndone,
  }
}

export const changedPlace = (before: FormerPlace, after: FormerPlace) => ({
  ...(Date.parse(before.start) !== Date.parse(after.start) && { start: before.start }),
  ...(before.staff_id !== after.staff_id && { staff_id: before.staff_id }),
  ...(before.room_id !== after.room_id && { room_id: before.room_id }),
  ...(before.duration !== after.duration && { duration: before.duration }),
  ...(before.appointment_type_id !== after.appointment_type_id && {
    appointment_type_id: before.appointment_type_id,
  }),
})

export type RescheduledAppointment = FormerPlace &
  Pick<ClinicAppointment, 'end'> & {
    patient: { full_name: string }
    clinician: { full_name: string }
    site: { name: string }
    appointment_type: { name: string }
  }

export function formatRescheduled(
  before: FormerPlace,
  after: RescheduledAppointment,
  timeZone: string,
) {
  const { patient, start, end, duration, appointment_type } = after
  const changed = changedPlace(before, after)
  if ('appointment_type_id' in changed) {
    return `Changed ${patient.full_name} to ${appointment_type.name}, ${formatDuration(duration)}`
  }
  return isMove(changed)
    ? `Moved ${patient.full_name} to ${formatMoveTime(before, after, timeZone)}, ${formatClinicianAndBranch(after)}`
    : `Changed ${patient.full_name} to ${formatTimeRange(start, end, timeZone)}, ${formatClinicianAndBranch(after)}`
}

export function formatPlaceAgain(
  before: FormerPlace,
  after: RescheduledAppointment,
  timeZone: string,
) {
  const { patient, start, end, duration, appointment_type } = after
  const changed = changedPlace(before, after)
  if ('appointment_type_id' in changed) {
    return `${patient.full_name} has ${appointment_type.name}, ${formatDuration(duration)} again`
  }
  return isMove(changed)
    ? `${patient.full_name} is back at ${formatMoveTime(before, after, timeZone)} with ${formatClinicianAndBranch(after)}`
    : `${patient.full_name} is at ${formatTimeRange(start, end, timeZone)} again, ${formatClinicianAndBranch(after)}`
}

const isMove = (changed: ReturnType<typeof changedPlace>) =>
  'start' in changed || 'staff_id' in changed || 'room_id' in changed

function formatMoveTime(before: FormerPlace, { start }: FormerPlace, timeZone: string) {
  const isSameDay = plainDateAt(before.start, timeZone) === plainDateAt(start, timeZone)
  return (isSameDay ? formatTime : formatDateTime)(start, timeZone)
}

const formatClinicianAndBranch = ({ clinician, site }: RescheduledAppointment) =>
  `${clinician.full_name}, ${site.name}`
