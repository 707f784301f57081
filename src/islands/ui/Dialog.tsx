import {
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Dialog as HeadlessDialog,
} from '@headlessui/react'
import { type ReactNode, useEffect, useState } from 'react'
import '../../styles/islands.css'

type DialogProps = {
  open: boolean
  title: string
  /** By the close button, Escape or a click beside the panel. */
  onClose: () => void
  /** Work is under way: the dialog cannot be closed. */
  busy?: boolean
  wide?: boolean
  children: ReactNode
}

/**
 * The dialog of the whole product: keeps the focus inside, gives it back, fills small screens.
 * Load it when it is first opened (`lazy`): the library behind it is not small.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ open, title, onClose, busy = false, wide = false, children }: DialogProps) {
  useFocusGivenBack()
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <HeadlessDialog open={open} onClose={close} className="fixed inset-0 z-40">
      <DialogBackdrop className="dialog-backdrop" />
      <div className="dialog-frame">
        <DialogPanel className={wide ? 'dialog-panel dialog-panel-wide' : 'dialog-panel'}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <DialogTitle className="heading-2">{title}</DialogTitle>
            <button
              type="button"
              className="button button-quiet button-small"
              aria-disabled={busy || undefined}
              onClick={close}
            >
              Close
            </button>
          </div>
          {children}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

/** The library gives the focus back only to what was pressed after it had been loaded. */
function useFocusGivenBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    },
    [opener],
  )
}
