import { useId } from 'react'
import type { SiteCrossing } from '#machines/schedule/site-crossing.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'

type SiteQuestionProps = {
  who: string
  crossing: SiteCrossing
  onConfirmed: () => void
  onAbandoned: () => void
}

/** Asks before an appointment goes to another branch, because its patient has to go there, too. */
function SiteQuestion({ who, crossing, onConfirmed, onAbandoned }: SiteQuestionProps) {
  const { from, to, place } = crossing
  return (
    <div className="flex flex-col gap-4">
      <p>
        {who} is booked at {from}. The appointment would be at {to}, {place}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onConfirmed}>Move to {to}</Button>
        <Button look="secondary" onClick={onAbandoned}>
          Keep at {from}
        </Button>
      </div>
    </div>
  )
}

export function SiteQuestionSection(props: SiteQuestionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} tabIndex={-1} className="heading-3">
        Move to {props.crossing.to}?
      </h3>
      <SiteQuestion {...props} />
    </section>
  )
}

export function SiteDialog(props: SiteQuestionProps) {
  return (
    <Dialog open title={`Move to ${props.crossing.to}?`} onClose={props.onAbandoned}>
      <SiteQuestion {...props} />
    </Dialog>
  )
}
