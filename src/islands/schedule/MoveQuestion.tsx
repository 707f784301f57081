import { type ReactNode, useId, useState } from 'react'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type { FormatMove } from '#machines/schedule/format-move.ts'
import { NotifyPatientFields } from '../appointments/NotifyPatientFields.tsx'
import { toNotification, usualNotification } from '../appointments/notify-patient.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { useBeginAt } from '../ui/use-begin-at.ts'

type MoveQuestionProps = {
  who: string
  move: FormatMove
  onConfirmed: () => void
  onAbandoned: () => void
}

/** Asks before an appointment goes to where or when its patient does not expect it. */
function MoveQuestion(props: MoveQuestionProps & { takesFocus?: boolean; children?: ReactNode }) {
  const { who, move, onConfirmed, onAbandoned, takesFocus = false, children } = props
  const { from, to, place } = move
  const submit = useId()
  useBeginAt(takesFocus ? submit : null)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusTooLong(event.currentTarget)) onConfirmed()
      }}
    >
      <p>
        {who} is booked at {from}. The appointment would be at {to}, {place}.
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button id={submit} type="submit">
          Move to {to}
        </Button>
        <Button look="secondary" onClick={onAbandoned}>
          Keep at {from}
        </Button>
      </div>
    </form>
  )
}

export function MoveQuestionSection(props: MoveQuestionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} tabIndex={-1} className="heading-3">
        Move to {props.move.to}?
      </h3>
      <MoveQuestion {...props} />
    </section>
  )
}

type MoveAppointmentDialogProps = Omit<MoveQuestionProps, 'onConfirmed'> & {
  entered: NotifyPatient | null
  onConfirmed: (notification: NotifyPatient) => void
}

export function MoveAppointmentDialog({
  entered,
  onConfirmed,
  ...props
}: MoveAppointmentDialogProps) {
  const [notification, setNotification] = useState(entered ?? usualNotification)
  return (
    <Dialog open title={`Move to ${props.move.to}?`} onClose={props.onAbandoned}>
      <MoveQuestion
        {...props}
        takesFocus
        onConfirmed={() => onConfirmed(toNotification(notification))}
      >
        <NotifyPatientFields patient={null} value={notification} onChange={setNotification} />
      </MoveQuestion>
    </Dialog>
  )
}
