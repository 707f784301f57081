import { useEffect, useId, useRef, useState } from 'react'
import type { Alternative, StrandedAppointment, StrandedDecision } from '#lib/contract/stranded.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/FormAlert.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { isEarlier, moveWords } from './move-words.ts'
import { reasonWords } from './reason-words.ts'

type StrandedDecisionsProps = {
  stranded: readonly StrandedAppointment[]
  timeZone: string
  /** What was decided before no longer held. */
  isOutdated: boolean
  isDeletion: boolean
  pending: boolean
  onDecided: (decisions: readonly StrandedDecision[]) => void
  onLeave: () => void
}

const LEAVE = 'leave'
const CANCEL = 'cancel'
const CANCELLATION_NOTES = 'The patient has died.'

/** No other place helps: it is cancelled, or knowingly left. */
const isOfDeceased = ({ reasons }: StrandedAppointment) => reasons.includes('patient_deceased')

/** The appointments that a change leaves without a place, each with what may become of it. */
export function StrandedDecisions(props: StrandedDecisionsProps) {
  const { stranded, timeZone, isOutdated, isDeletion, pending, onDecided, onLeave } = props
  const id = useId()
  /** By appointment: `leave`, or the place of an alternative in its list. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const question = useRef<HTMLParagraphElement>(null)
  // What is new is read first; what is outdated takes the focus itself.
  useEffect(() => {
    if (!isOutdated) question.current?.focus()
  }, [isOutdated])
  const isMissing = (one: StrandedAppointment) => (chosen.get(one.id) ?? '') === ''
  const choose = (one: StrandedAppointment, value: string) =>
    setChosen(new Map(chosen).set(one.id, value))
  const submit = () => {
    if (pending) return
    const first = stranded.find(isMissing)
    setAttempt(attempt + 1)
    if (first) document.getElementById(`${id}-${first.id}`)?.focus()
    else onDecided(stranded.map((one) => decisionOf(one, chosen.get(one.id) ?? LEAVE)))
  }
  const many = stranded.length > 1
  const earlier = stranded.filter((one) => {
    const place = one.alternatives[Number(chosen.get(one.id) ?? Number.NaN)]
    return place !== undefined && isEarlier(place, one)
  }).length
  const allDeceased = stranded.every(isOfDeceased)
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isOutdated && (
        <FormAlert look="banner-warning">
          Something has changed meanwhile: an appointment, or a place that was free. Nothing has
          been saved. Choose again.
        </FormAlert>
      )}
      <p ref={question} tabIndex={-1}>
        {many ? `${stranded.length} appointments` : 'One appointment'}{' '}
        {allDeceased
          ? `${many ? 'are' : 'is'} still booked for somebody who has died.`
          : 'would be stranded.'}{' '}
        Decide what becomes of {many ? 'each' : 'it'}; it happens together with the{' '}
        {isDeletion ? 'deletion' : 'change'}.
      </p>
      {many && (
        <div className="flex flex-wrap gap-3">
          {allDeceased ? (
            <Button
              look="secondary"
              small
              onClick={() => setChosen(new Map(stranded.map((one) => [one.id, CANCEL])))}
            >
              Cancel all
            </Button>
          ) : (
            <Button look="secondary" small onClick={() => setChosen(nearestFor(stranded))}>
              Choose the first free place for each
            </Button>
          )}
          <Button
            look="secondary"
            small
            onClick={() => setChosen(new Map(stranded.map((one) => [one.id, LEAVE])))}
          >
            Leave all as they are
          </Button>
        </div>
      )}
      <p role="status" className="empty:hidden">
        {earlier > 0 &&
          `${earlier} of ${stranded.length} would be earlier than booked. Make sure that the ${earlier === 1 ? 'patient knows' : 'patients know'}.`}
      </p>
      {/* Many do not push the buttons out of sight. */}
      <ul className="flex max-h-96 flex-col gap-4 overflow-y-auto p-1">
        {stranded.map((one) => (
          <li key={one.id} className="rounded border border-line p-3">
            <p className="font-semibold">
              {one.patient.full_name}, {one.appointment_type.name}
            </p>
            <p>
              {formatDateTime(one.start, timeZone)}, {one.staff.full_name}, {one.room.name},{' '}
              {one.site.name}
            </p>
            <p className="mb-2">{one.reasons.map((reason) => reasonWords[reason]).join(' ')}</p>
            <SelectField
              id={`${id}-${one.id}`}
              label={`What becomes of the appointment of ${one.patient.full_name}?`}
              hint={
                one.alternatives.length === 0 &&
                !isOfDeceased(one) &&
                'There is no free place near that time that you may move it to.'
              }
              error={attempt > 0 && isMissing(one) ? decideWords(one) : undefined}
              value={chosen.get(one.id) ?? ''}
              onChange={(event) => choose(one, event.target.value)}
              choices={[
                { value: '', label: 'Choose' },
                ...(isOfDeceased(one) ? [{ value: CANCEL, label: 'Cancel it' }] : []),
                { value: LEAVE, label: 'Leave it as it is' },
                ...one.alternatives.map((place, number) => ({
                  value: String(number),
                  label: moveWords(place, one, timeZone),
                })),
              ]}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look={isDeletion ? 'danger' : 'primary'}
          pending={pending}
          pendingLabel="Saving"
        >
          {isDeletion ? 'Delete, and do this' : 'Save, and do this'}
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}

const decideWords = (one: StrandedAppointment) =>
  isOfDeceased(one) ? 'Cancel it, or leave it as it is' : 'Choose a place, or leave it as it is'

function decisionOf(
  { id, version, alternatives }: StrandedAppointment,
  choice: string,
): StrandedDecision {
  if (choice === CANCEL) {
    const about = { appointment_id: id, version, cancellation_notes: CANCELLATION_NOTES }
    return { action: 'cancel', ...about }
  }
  const place = alternatives[Number(choice)]
  if (choice === LEAVE || !place) return { action: 'leave', appointment_id: id, version }
  const { start, staff_id, room_id } = place
  return { action: 'move', appointment_id: id, version, start, staff_id, room_id }
}

/**
 * The first place of each that no other of them takes, nor at a time when its patient is at another;
 * where there is none, nothing is chosen.
 */
function nearestFor(stranded: readonly StrandedAppointment[]): Map<number, string> {
  const taken: Taken[] = []
  const chosen = new Map<number, string>()
  for (const { id, patient, alternatives } of stranded) {
    const number = alternatives.findIndex(
      (place) => !taken.some((other) => collide({ ...place, patientId: patient.id }, other)),
    )
    const place = alternatives[number]
    if (!place) continue
    taken.push({ ...place, patientId: patient.id })
    chosen.set(id, String(number))
  }
  return chosen
}

type Taken = Alternative & { patientId: number }

const collide = (a: Taken, b: Taken) =>
  (a.staff_id === b.staff_id || a.room_id === b.room_id || a.patientId === b.patientId) &&
  a.start < b.end &&
  b.start < a.end
