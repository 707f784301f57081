import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Release } from '#lib/release-notes/release-notes.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { ReleaseSections } from './ReleaseSections.tsx'
import { releaseNotesWithActors } from './release-notes.actors.ts'

type ReleaseNotesDialogProps = {
  notes: Release | 'loading' | 'unavailable'
  onRetry: () => void
  onClose: () => void
}

function ReleaseNotesDialog({ notes, onRetry, onClose }: ReleaseNotesDialogProps) {
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

type ReleaseNotesProps = {
  isRequested: boolean
  /** They were closed, or there was nothing to open. */
  onOver: () => void
}

export function ReleaseNotes({ isRequested, onOver }: ReleaseNotesProps) {
  const [machine] = useState(releaseNotesWithActors)
  const [snapshot, send] = useMachine(machine, { input: { isRequested } })
  const isOver = snapshot.status === 'done'
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const isUnavailable = snapshot.matches('unavailable')
  const isShown = isUnavailable || snapshot.matches('showing') || isRequested
  if (isOver || !isShown) return null
  return (
    <ReleaseNotesDialog
      notes={snapshot.context.release ?? (isUnavailable ? 'unavailable' : 'loading')}
      onRetry={() => send({ type: 'loading.retried' })}
      onClose={() => send({ type: 'releaseNotes.closed' })}
    />
  )
}

/** Puts them above the page. @returns once they are closed, or there was nothing to open */
export function openReleaseNotes(isRequested: boolean): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const close = () => {
      queueMicrotask(() => {
        root.unmount()
        place.remove()
        resolve()
      })
    }
    root.render(<ReleaseNotes isRequested={isRequested} onOver={close} />)
  })
}
