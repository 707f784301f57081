import { useEffect, useId, useRef } from 'react'
import { counted } from '#lib/text/format-number.ts'
import type { BranchChange } from '#machines/orphaned/change-saving.machine.ts'
import { Button } from '../ui/Button.tsx'

type BranchChangesQuestionProps = {
  branchChanges: readonly BranchChange[]
  onConfirmed: () => void
  onDeclined: () => void
}

/** Their patients have to go to the other branch, too. */
export function BranchChangesQuestion({
  branchChanges,
  onConfirmed,
  onDeclined,
}: BranchChangesQuestionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const patients = counted(branchChanges.length, 'patient')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h3 id={id} ref={heading} tabIndex={-1} className="heading-3">
        Move {patients} to another branch?
      </h3>
      <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto">
        {branchChanges.map(({ patient, branchChange: { from, to, place } }) => (
          <li key={`${patient} ${place}`}>
            {patient} is booked at {from}. The appointment would be at {to}, {place}.
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onConfirmed}>Move {patients}</Button>
        <Button look="secondary" onClick={onDeclined}>
          Choose again
        </Button>
      </div>
    </section>
  )
}
