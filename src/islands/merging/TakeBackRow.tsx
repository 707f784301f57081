import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

type TakeBackRowProps = {
  children: ReactNode
  what: string | null
  pending: boolean
  busy: boolean
  onTakeBack: () => void
}

export function TakeBackRow({ children, what, pending, busy, onTakeBack }: TakeBackRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      {what !== null && (
        <Button
          look="secondary"
          small
          pending={pending}
          pendingLabel="Undoing"
          unavailable={busy}
          onClick={onTakeBack}
        >
          Undo <span className="visually-hidden">{what}</span>
        </Button>
      )}
    </li>
  )
}
