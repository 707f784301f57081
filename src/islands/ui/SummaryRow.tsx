import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type SummaryRowProps = {
  name: string
  children: ReactNode
  onChange?: () => void
}

/** One row of a summary list; with `onChange` it says what its button changes. */
export function SummaryRow({ name, children, onChange }: SummaryRowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex items-baseline justify-between gap-x-2">
        <div className="min-w-0">{children}</div>
        {onChange && (
          <Button look="quiet" small className="-my-2.5 -me-3 flex-none" onClick={onChange}>
            Change <span className="visually-hidden">{inSentence(name)}</span>
          </Button>
        )}
      </dd>
    </div>
  )
}

/** "Date of birth" inside a sentence; "GP surgery" keeps its capitals. */
function inSentence(name: string): string {
  return name.replace(/^[A-Z](?![A-Z])/, (initial) => initial.toLowerCase())
}
