import { type FormEvent, useState } from 'react'
import type { EventFromLogic, SnapshotFrom } from 'xstate'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { LONGEST_NOTES } from '#lib/contract/text-length.ts'
import { addDays, clockAt, formatDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import { instantAt } from '#lib/dates/instant-at.ts'
import type {
  plannerMachine,
  Repeat,
  UnbookableOccurrence,
} from '#machines/planner/planner.machine.ts'
import { NotifyPatientFields } from '../appointments/NotifyPatientFields.tsx'
import { toNotification, usualNotification } from '../appointments/notify-patient.ts'
import { newIdempotencyKey } from '../booking/confirm/idempotency-key.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { PlaceSummary } from './PlaceSummary.tsx'

const DAYS_IN_WEEK = 7
const MOST_WEEKS = 26
const MOST_TIMES = 52

type RepeatDraft = { isRepeated: boolean; everyWeeks: string; times: string }
type RepeatErrors = Partial<Record<'everyWeeks' | 'times', string>>

function checkRepeat(draft: RepeatDraft): { repeat: Repeat | null; errors: RepeatErrors } {
  if (!draft.isRepeated) return { repeat: null, errors: {} }
  const errors: RepeatErrors = {}
  const everyWeeks = wholeNumber(draft.everyWeeks, 1, MOST_WEEKS)
  const times = wholeNumber(draft.times, 2, MOST_TIMES)
  if (everyWeeks === null) errors.everyWeeks = `Enter a whole number from 1 to ${MOST_WEEKS}`
  if (times === null) errors.times = `Enter a whole number from 2 to ${MOST_TIMES}`
  return {
    repeat: everyWeeks !== null && times !== null ? { everyWeeks, times } : null,
    errors,
  }
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}

/** It is counted from 0, and at the same time of the clinic's clock. */
function occurrenceStart(
  start: string,
  everyWeeks: number,
  occurrence: number,
  timeZone: string,
): string {
  const date = addDays(plainDateAt(start, timeZone), occurrence * everyWeeks * DAYS_IN_WEEK)
  return instantAt(date, clockAt(start, timeZone), timeZone)
}

type ConfirmPlanProps = {
  snapshot: SnapshotFrom<typeof plannerMachine>
  send: (event: EventFromLogic<typeof plannerMachine>) => void
  texts: PlanTexts
  onTexts: (texts: PlanTexts) => void
}

/** It outlives a change of the time or of the patient. */
type PlanTexts = RepeatDraft & { notes: string; notification: NotifyPatient }

export const noPlanTexts: PlanTexts = {
  isRepeated: false,
  everyWeeks: '1',
  times: '4',
  notes: '',
  notification: usualNotification,
}

export function ConfirmPlan(props: ConfirmPlanProps) {
  const { snapshot, send, texts, onTexts } = props
  const { place, patient, unbookable, refusal } = snapshot.context
  const [isChecked, setChecked] = useState(false)
  const isSent = snapshot.matches('booking') || snapshot.matches('unanswered')
  if (!place) return null
  const { repeat, errors } = checkRepeat(texts)
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
        notes: texts.notes,
        notification: toNotification(texts.notification),
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
          draft={texts}
          errors={isChecked ? errors : {}}
          start={place.start}
          onChange={(draft) => onTexts({ ...texts, ...draft })}
        />
        <TextAreaField
          id="planner-notes"
          label="Notes"
          optional
          limit={LONGEST_NOTES}
          value={texts.notes}
          onChange={(event) => onTexts({ ...texts, notes: event.target.value })}
        />
        <NotifyPatientFields
          patient={patient}
          value={texts.notification}
          onChange={(notification) => onTexts({ ...texts, notification })}
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
    <div role="alert" className="banner banner-warn flex flex-col gap-3">
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

type RepeatFieldsProps = {
  draft: RepeatDraft
  errors: RepeatErrors
  start: string
  onChange: (draft: RepeatDraft) => void
}

function RepeatFields({ draft, errors, start, onChange }: RepeatFieldsProps) {
  const timeZone = useTimeZone()
  const { repeat } = checkRepeat(draft)
  const number = (name: 'everyWeeks' | 'times') => ({
    id: `repeat-${name}`,
    inputMode: 'numeric' as const,
    width: 'max-w-24',
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="fieldset-legend">How often</legend>
      {[
        { isRepeated: false, label: 'Once' },
        { isRepeated: true, label: 'Repeatedly' },
      ].map(({ isRepeated, label }) => (
        <label key={label} className="choice">
          <input
            type="radio"
            name="repeat"
            checked={draft.isRepeated === isRepeated}
            onChange={() => onChange({ ...draft, isRepeated })}
          />
          {label}
        </label>
      ))}
      {draft.isRepeated && (
        <div className="flex flex-col gap-4 border-s-4 border-line ps-4">
          <TextField {...number('everyWeeks')} label="How many weeks between appointments?" />
          <TextField {...number('times')} label="How many appointments in total?" />
          <p role="status" className="hint">
            {repeat &&
              `The last one is on ${formatDate(
                occurrenceStart(start, repeat.everyWeeks, repeat.times - 1, timeZone),
                timeZone,
              )}.`}
          </p>
        </div>
      )}
    </fieldset>
  )
}
