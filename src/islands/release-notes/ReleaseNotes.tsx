import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ReleaseNotesDialog } from './ReleaseNotesDialog.tsx'
import { releaseNotesWithActors } from './release-notes.actors.ts'

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
