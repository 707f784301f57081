import { useState } from 'react'
import type { Period } from '#lib/dates/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useLatePart } from '../../ui/use-late-part.ts'

type AppointmentTypesProps = { query: URLSearchParams; period: Period }

export function AppointmentTypes({ query, period }: AppointmentTypesProps) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useLatePart(
    () => import('./AppointmentTypesDialog.tsx'),
    () =>
      notify('We could not load the appointment types. Check your connection and try again.', {
        kind: 'failed',
      }),
  )
  return (
    <div>
      <Button
        look="secondary"
        pending={dialog.isLoading}
        onClick={() => dialog.open(() => setOpen(true))}
      >
        All appointment types
      </Button>
      {isOpen && dialog.part && (
        <dialog.part.AppointmentTypesDialog
          query={query}
          period={period}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
