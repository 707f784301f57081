import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { AppointmentPanel } from './AppointmentPanel.tsx'
import { offerUndo } from './undo.ts'
import { useAppointmentAction } from './use-appointment-action.ts'

type AppointmentDialogProps = {
  id: number
  onChanged: (appointment: ClinicAppointment) => void
  onClose: () => void
}

export function AppointmentDialog(props: AppointmentDialogProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { id, onChanged, onClose } = props
  const flow = useAppointmentAction({ api, id, timeZone, onChanged })
  // A notification would lie over what else can be done here.
  const close = () => {
    onClose()
    if (flow.done) offerUndo(flow.done)
  }
  return (
    <Dialog
      open
      title="Appointment"
      wide={flow.snapshot.matches('asking') && flow.snapshot.context.asked === 'complete'}
      onClose={close}
      busy={flow.isActing}
    >
      <AppointmentPanel flow={flow} />
    </Dialog>
  )
}
