import { useSelector } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { type ActorRefFrom, createActor } from 'xstate'
import type { ProgressMessage } from '#lib/contract/progress.ts'
import { progressBarMachine } from '#machines/ui/progress-bar.machine.ts'
import { ProgressBar } from './ProgressBar.tsx'

type Bar = ActorRefFrom<typeof progressBarMachine>

const HIDDEN_AFTER_END_MS = 2_000
/** Work that says nothing for so long has ended somehow. */
const HIDDEN_AFTER_SILENCE_MS = 60_000

let bar: Bar | null = null
let hiding: ReturnType<typeof setTimeout> | undefined

export function showWorkProgress(message: ProgressMessage): void {
  bar ??= start()
  bar.send({ type: 'progress.received', message })
  clearTimeout(hiding)
  hiding = setTimeout(
    () => bar?.send({ type: 'bar.hidden' }),
    message.progress === 100 ? HIDDEN_AFTER_END_MS : HIDDEN_AFTER_SILENCE_MS,
  )
}

function start(): Bar {
  const actor = createActor(progressBarMachine)
  actor.start()
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<WorkProgress actor={actor} />)
  return actor
}

function WorkProgress({ actor }: { actor: Bar }) {
  const snapshot = useSelector(actor, (now) => now)
  return (
    <section
      aria-label="Progress"
      className={snapshot.matches('hidden') ? undefined : 'work-progress no-print'}
    >
      <ProgressBar snapshot={snapshot} />
    </section>
  )
}
