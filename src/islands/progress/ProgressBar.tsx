import type { SnapshotFrom } from 'xstate'
import type { progressBarMachine } from '#machines/ui/progress-bar.machine.ts'
import './progress-bar.css'

export function ProgressBar({ snapshot }: { snapshot: SnapshotFrom<typeof progressBarMachine> }) {
  if (snapshot.matches('hidden')) return null
  const { value, label, name } = snapshot.context
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap justify-between gap-2">
        <span className="wrap-anywhere">{name}</span>
        <span role="status">{label}</span>
      </p>
      <progress className="progress-bar" value={value} max={1} aria-label={name} />
    </div>
  )
}
