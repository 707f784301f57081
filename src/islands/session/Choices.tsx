import type { ReactNode } from 'react'

type ChoicesProps = {
  words: string
  /** What one of the buttons would cost. */
  warning?: string | undefined
  /** The buttons. */
  children: ReactNode
}

/** A sentence or two, and what can be done. */
export function Choices({ words, warning, children }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>{words}</p>
      {warning && <p className="hint">{warning}</p>}
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
