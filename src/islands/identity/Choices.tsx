import type { ReactNode } from 'react'

type ChoicesProps = {
  text: string
  warning?: string | undefined
  children: ReactNode
}

export function Choices({ text, warning, children }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>{text}</p>
      {warning && <p className="hint">{warning}</p>}
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
