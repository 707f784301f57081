import { type FormEvent, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_NOTES } from '#lib/contract/text-length.ts'
import type {
  PlannerEvent,
  plannerMachine,
  UnbookableOccurrence,
} from '#machines/planner/planner.machine.ts'
import { NotifyPatientFields } from '../appointments/NotifyPatientFields.tsx'
import { toNotification, usualNotification } from '../appointments/notify-patient.ts'
import { newIdempotencyKey } from '../booking/confirm/idempotency-key.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { PlaceSummary } from './PlaceSummary.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { checkRepeat, type RepeatDraft } from './repeat.ts'

type ConfirmPlanProps = {
  snapshot: SnapshotFrom<typeof plannerMachine>
  send: (event: PlannerEvent) => void
  words: PlanTexts
  onTexts: (words: PlanTexts) => void
}

/** It outlives a change of the time or of the patient. */
export type PlanTexts = RepeatDraft & { notes: string; notification: NotifyPatient }

export const noPlanTexts: PlanTexts = {
  isRepeated: false,
  everyWeeks: '1',
  times: '4',
  notes: '',
  notification: usualNotification,
}

export function ConfirmPlan(props: ConfirmPlanProps) {
  const { snapshot, send, words, onTexts } = props
  const { place, patient, unbookable, refusal } = snapshot.context
  const [isChecked, setChecked] = useState(false)
  const isSent = snapshot.matches('booking') || snapshot.matches('unanswered')
  if (!place) return null
  const { repeat, errors } = checkRepeat(words)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSent || focusTooLong(event.currentTarget)) return
    const [wrong] = Object.keys(errors)
    setChecked(wrong !== undefined)
    if (wrong) document.getElementById(`repeat-${wrong}`)?.focus()
    else {
      send({
        type: 'booking.confirmed',
        idempotencyKey: newIdempotencyKey(),
        repeat,
        notes: words.notes,
        notification: toNotification(words.notification),
      })
    }
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-3xl flex-col gap-6">
      <PlaceSummary
        place={place}
        patient={patient}
        {...(!isSent && {
          onTimeChanged: () => send({ type: 'time.changed' }),
          onPatientChanged: () => send({ type: 'patient.changed' }),
        })}
      />
      <fieldset disabled={isSent} className="flex flex-col gap-6">
        <RepeatFields
          draft={words}
          errors={isChecked ? errors : {}}
          start={place.start}
          onChange={(draft) => onTexts({ ...words, ...draft })}
        />
        <TextAreaField
          id="planner-notes"
          label="Notes"
          optional
          limit={LONGEST_NOTES}
          value={words.notes}
          onChange={(event) => onTexts({ ...words, notes: event.target.value })}
        />
        <NotifyPatientFields
          patient={patient}
          value={words.notification}
          onChange={(notification) => onTexts({ ...words, notification })}
        />
      </fieldset>
      {unbookable.length > 0 && <Unbookable unbookable={unbookable} times={repeat?.times ?? 1} />}
      {refusal && <FormAlert look="banner-danger">Not booked. {refusal}</FormAlert>}
      {snapshot.matches('unanswered') ? (
        <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>
            We did not get an answer, so we do not know whether it was booked. You can safely try
            again. We will only book it once.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => send({ type: 'booking.retried' })}>Try again</Button>
            <Button look="quiet" onClick={() => send({ type: 'booking.left' })}>
              Stop and check the schedule
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button type="submit" pending={isSent} pendingLabel="Booking">
            {repeat ? `Book ${repeat.times} appointments` : 'Book appointment'}
          </Button>
        </div>
      )}
    </form>
  )
}

type UnbookableProps = { unbookable: readonly UnbookableOccurrence[]; times: number }

function Unbookable({ unbookable, times }: UnbookableProps) {
  return (
    <div role="alert" className="banner banner-warning flex flex-col gap-3">
      <p className="font-semibold">
        Nothing has been booked. You cannot book {unbookable.length} of the {times} appointments:
      </p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {unbookable.map(({ occurrence, reason }) => (
          <li key={occurrence}>{reason}</li>
        ))}
      </ul>
      <p>Change how often or how many times to book, or choose another time above.</p>
    </div>
  )
}
