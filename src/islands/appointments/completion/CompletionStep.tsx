import type { ReactNode } from 'react'

type CompletionStepProps = { title: string; children: ReactNode }

export function CompletionStep({ title, children }: CompletionStepProps) {
  return (
    <div className="flex flex-col items-start gap-2 py-4">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </div>
  )
}
