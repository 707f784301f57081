import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Period } from '#lib/dates/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useLatePart } from '../../ui/use-late-part.ts'

type AppointmentTypesProps = { api: ApiClient; query: URLSearchParams; period: Period }

export function AppointmentTypes({ api, query, period }: AppointmentTypesProps) {
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
          api={api}
          query={query}
          period={period}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
