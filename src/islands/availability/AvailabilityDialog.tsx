import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../identity/island-context.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { AvailabilityEditor } from './AvailabilityEditor.tsx'
import type { EditedHours } from './availability-draft.ts'
import { availabilityQuery, choicesQuery } from './availability-queries.ts'

type AvailabilityDialogProps = {
  of: EditedHours
  onClose: () => void
  onSaved: () => void
}

/** Stands within a `QueryClientProvider`; render it while it is open. */
export function AvailabilityDialog({ of, onClose, onSaved }: AvailabilityDialogProps) {
  const api = useApi()
  const [look, setLook] = useState(0)
  const [busy, setBusy] = useState(false)
  const existing = useQuery({
    ...availabilityQuery(api, of.kind === 'existing' ? of.id : 0),
    enabled: of.kind === 'existing',
  })
  const choices = useQuery(choicesQuery(api, ''))
  const failed = [existing, choices].find(({ error }) => error)
  const isThere = of.kind === 'new' || existing.data !== undefined
  const lookAgain = async () => {
    await existing.refetch()
    setLook((count) => count + 1)
  }
  return (
    <Dialog open wide busy={busy} title={formatTitle(of)} onClose={onClose}>
      {failed ? (
        <QueryStatus query={failed} what="this availability" />
      ) : choices.data && isThere ? (
        <AvailabilityEditor
          key={look}
          of={of}
          availability={existing.data ?? null}
          today={choices.data.today}
          staff={choices.data.staff}
          onBusy={setBusy}
          onClose={onClose}
          onSaved={onSaved}
          onLookAgain={() => void lookAgain()}
        />
      ) : (
        <Loading label="Loading the availability" />
      )}
    </Dialog>
  )
}

function formatTitle(of: EditedHours): string {
  if (of.kind === 'new') return 'New availability'
  return of.isDeletion ? 'Delete hours' : 'Change availability'
}
