import type { ReactNode } from 'react'

type ChoicesProps = {
  words: string
  warning?: string | undefined
  children: ReactNode
}

export function Choices({ words, warning, children }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>{words}</p>
      {warning && <p className="hint">{warning}</p>}
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
