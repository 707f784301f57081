import { useState } from 'react'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { AdviceBoard, type AdviceProps } from './AdviceBoard.tsx'

export function AdviceDialog({ onClose, ...props }: AdviceProps & { onClose: () => void }) {
  const [{ isUnsaved, isBusy }, setState] = useState({ isUnsaved: false, isBusy: false })
  return (
    <Dialog open wide title="Advice" isUnsaved={isUnsaved} busy={isBusy} onClose={onClose}>
      <AdviceBoard {...props} onState={setState} />
    </Dialog>
  )
}
