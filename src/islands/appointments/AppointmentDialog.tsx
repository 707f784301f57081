import type { ApiClient } from '#lib/api/client.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { AppointmentPanel, type AppointmentViewer } from './AppointmentPanel.tsx'
import { offerUndo } from './undo.ts'
import { useAppointmentAction } from './use-appointment-action.ts'

type AppointmentDialogProps = {
  api: ApiClient
  id: number
  viewer: AppointmentViewer
  timeZone: string
  onChanged: (appointment: ClinicAppointment) => void
  onClose: () => void
}

/** An appointment over the page. Needs a `QueryClientProvider` around it. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { api, id, viewer, timeZone, onChanged, onClose } = props
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
      <AppointmentPanel {...{ api, flow, viewer, timeZone }} />
    </Dialog>
  )
}
