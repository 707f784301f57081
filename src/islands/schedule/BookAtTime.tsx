import { useQuery } from '@tanstack/react-query'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Schedule } from '#lib/contract/schedule.ts'
import { can } from '#lib/policy/policy.ts'
import { BookingDialog } from '../appointments/BookingDialog.tsx'
import { offeredTypesQuery } from '../appointments/booked-details.ts'
import { useWithdrawUndoOnChange } from '../appointments/undo.ts'
import { useApi, useViewer } from '../identity/island-context.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import type { HoursBlock } from './schedule-layout.ts'
import type { Span } from './time-axis.ts'

type BookAtTimeProps = {
  schedule: Schedule
  hours: HoursBlock
  at: number
  drawn?: Span | undefined
  onBooked: (appointment: ClinicAppointment) => void
  onClose: () => void
}

export function BookAtTime(props: BookAtTimeProps) {
  const api = useApi()
  const viewer = useViewer()
  const { schedule, hours, at, drawn, onBooked, onClose } = props
  const { staffId, roomId, availabilityId } = hours
  useWithdrawUndoOnChange()
  const types = useQuery(offeredTypesQuery(api, staffId, availabilityId))
  const staff = schedule.staff.find(({ id }) => id === staffId)
  const room = schedule.rooms.find(({ id }) => id === roomId)
  const site = schedule.sites.find(({ id }) => id === room?.site_id)
  if (!types.data || types.data.count === 0 || !staff || !room || !site)
    return (
      <Dialog open title="Book an appointment" onClose={onClose}>
        {types.isPending || types.error ? (
          <QueryStatus
            query={types}
            what="what can be booked"
            loading="Looking up what can be booked"
          />
        ) : (
          <p>
            You cannot book anything in these hours. The clinician is not competent for any of the
            appointment types offered.
          </p>
        )}
      </Dialog>
    )
  return (
    <BookingDialog
      place={{
        start: new Date(at).toISOString(),
        siteId: site.id,
        siteName: site.name,
        staffId,
        staffName: staff.name,
        roomId,
        roomName: room.name,
      }}
      types={types.data.results}
      drawnMinutes={drawn && (drawn.end - drawn.start) / 60_000}
      mayChooseDuration={can(viewer, 'appointment.overrideDuration')}
      mayCreatePatients={can(viewer, 'person.create')}
      onBooked={onBooked}
      onClose={onClose}
    />
  )
}
