import type { ReactNode } from 'react'
import type { Release } from '#lib/release-notes/release-notes.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { ReleaseSections } from './ReleaseSections.tsx'

type ReleaseNotesDialogProps = {
  notes: Release | 'loading' | 'unavailable'
  onRetry: () => void
  onClose: () => void
}

export function ReleaseNotesDialog({ notes, onRetry, onClose }: ReleaseNotesDialogProps) {
  return (
    <Dialog open title="What’s new" onClose={onClose}>
      {notes === 'loading' ? (
        <Loading label="Loading what is new" />
      ) : notes === 'unavailable' ? (
        <Actions>
          <p role="alert">We could not load what is new.</p>
          <Button onClick={onRetry}>Try again</Button>
        </Actions>
      ) : (
        <Actions>
          <Content release={notes} />
          <Button onClick={onClose}>Done</Button>
        </Actions>
      )}
    </Dialog>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col items-start gap-6">{children}</div>
)

function Content({ release: { version, month, sections } }: { release: Release }) {
  return (
    <div className="prose">
      <p className="hint">
        Release {version}
        {month && `, ${month}`}
      </p>
      <ReleaseSections sections={sections} />
    </div>
  )
}
