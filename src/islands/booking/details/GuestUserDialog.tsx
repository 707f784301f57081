import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { GuestForm, type GuestFormProps } from './GuestForm.tsx'

type GuestUserDialogProps = GuestFormProps & {
  open: boolean
  onClose: () => void
}

/** The dialog stays open while a create or an update is in flight. */
export function GuestUserDialog({ open, onClose, ...form }: GuestUserDialogProps) {
  const title = form.isForOther ? 'Change their details' : 'Change your details'
  return (
    <Dialog open={open} title={title} onClose={onClose} busy={form.pending} wide>
      <GuestForm submitLabel="Save details" {...form} />
    </Dialog>
  )
}
