import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type SiteQuestionProps = {
  /** The patient. */
  who: string
  /** Names of sites. */
  from: string
  to: string
  /** The time and whose column it is, in words. */
  place: string
  onConfirmed: () => void
  onAbandoned: () => void
}

/** Asks before an appointment goes to another branch, where its patient has to go, too. */
export default function SiteQuestion(props: SiteQuestionProps) {
  const { who, from, to, place, onConfirmed, onAbandoned } = props
  return (
    <Dialog open title={`Move to ${to}?`} onClose={onAbandoned}>
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
    </Dialog>
  )
}
