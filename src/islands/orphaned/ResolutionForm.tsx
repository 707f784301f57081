import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import type { BranchChange } from '#machines/orphaned/change-saving.machine.ts'
import { NotifyPatientFields } from '../appointments/NotifyPatientFields.tsx'
import { usualNotification } from '../appointments/notify-patient.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { SendsContext } from '../identity/sends-context.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import {
  formatBranchChange,
  formatResolvedTime,
  isEarlier,
  isElsewhere,
  MOST_NAMED,
  questionAbout,
} from './format-resolved-time.ts'
import { orphanReasonTexts } from './orphan-reason-texts.ts'
import {
  choiceOtherThanPlace,
  isOfDeceased,
  useResolutionChoices,
} from './use-resolution-choices.ts'

const { keep: KEEP, cancel: CANCEL, ask: ASK } = choiceOtherThanPlace

type ResolutionFormProps = {
  orphaned: readonly OrphanedAppointment[]
  /** They were resolved before and no longer hold. */
  outdated: readonly Resolution[] | null
  isDeletion: boolean
  isOfHours?: boolean
  pending: boolean
  /** It says why it was not saved, where no choice is to blame. */
  alert: ReactNode
  onResolved: (
    resolutions: readonly Resolution[],
    findBranchChanges: readonly BranchChange[],
  ) => void
  onLeave: () => void
  question: ReactNode
}

export function ResolutionForm(props: ResolutionFormProps) {
  const timeZone = useTimeZone()
  const { orphaned, outdated, isDeletion, isOfHours, pending } = props
  const { alert, onResolved, onLeave, question } = props
  const id = useId()
  const choices = useResolutionChoices(orphaned, outdated)
  const { findChoice, findAlternative } = choices
  const [attempt, setAttempt] = useState(0)
  const sends = use(SendsContext)
  const isSending = sends.sendsEmail || sends.sendsTexts
  const [showsAbsent, setShowsAbsent] = useState(false)
  const absent = new Set(
    orphaned.flatMap(({ alternatives, staff }) =>
      alternatives.some((place) => place.with_absent_clinician) ? [staff.full_name] : [],
    ),
  )
  const [notification, setNotification] = useState(() => previousNotification(outdated ?? []))
  const lead = useRef<HTMLParagraphElement>(null)
  const isAsked = Boolean(question)
  const isOutdated = outdated !== null
  useEffect(() => {
    if (!isOutdated && !isAsked) lead.current?.focus()
  }, [isOutdated, isAsked])
  const describeProblem = (one: OrphanedAppointment) => {
    if (findChoice(one) === '') return formatDecide(one)
    const clash = choices.findClash(one)
    return clash && `Clashes with what you chose for ${clash.patient.full_name}`
  }
  const submit = (entered: HTMLFormElement) => {
    if (pending) return
    const first = orphaned.find(describeProblem)
    setAttempt(attempt + 1)
    if (first) document.getElementById(`${id}-${first.id}`)?.focus()
    else if (!focusTooLong(entered)) {
      onResolved(
        orphaned.map((one) =>
          choices.toResolution(one, notified.includes(one) ? notification : usualNotification),
        ),
        findBranchChanges(),
      )
    }
  }
  /** They would come at another time, to another branch, or not at all. */
  const notified = orphaned.filter((one) => {
    if (findChoice(one) === CANCEL) return isSending && !isOfDeceased(one)
    const place = findAlternative(one)
    return place !== undefined && questionAbout(place, one, { sends, timeZone }) !== null
  })
  const findBranchChanges = () =>
    orphaned.flatMap((one) => {
      const place = findAlternative(one)
      const branchChange = place && formatBranchChange(place, one, timeZone)
      return branchChange ? [{ patient: one.patient.full_name, branchChange }] : []
    })
  const many = orphaned.length > 1
  const decided = orphaned.filter(findChoice).length
  const hasRest = decided > 0 && decided < orphaned.length
  const namesWhere = (is: typeof isEarlier) =>
    orphaned
      .filter((one) => {
        const place = findAlternative(one)
        return place !== undefined && is(place, one)
      })
      .map(({ patient }) => patient.full_name)
  const earlier = namesWhere(isEarlier)
  const elsewhere = namesWhere(isElsewhere)
  const allDeceased = orphaned.every(isOfDeceased)
  const isOfDeletedHours = isDeletion && isOfHours === true
  const form = (
    <form
      noValidate
      // It stays while the question stands: what was chosen counts as not saved.
      hidden={isAsked}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      {isOutdated && (
        <FormAlert look="banner-warn">
          An appointment or a free time has changed. Nothing has been saved. Check your choices.
        </FormAlert>
      )}
      <p ref={lead} tabIndex={-1}>
        {affected(orphaned.length, allDeceased, isOfDeletedHours)} Choose what to do with{' '}
        {many ? 'each one' : 'it'}.
      </p>
      {many && (
        <div className="flex flex-wrap gap-3">
          {allDeceased ? (
            <Button look="secondary" small onClick={() => choices.chooseForAll(() => CANCEL)}>
              Cancel all
            </Button>
          ) : (
            <Button look="secondary" small onClick={choices.chooseNearest}>
              Choose the first free time for each
            </Button>
          )}
          <Button
            look="secondary"
            small
            onClick={() => choices.chooseForAll((one) => (hasRest && findChoice(one)) || KEEP)}
          >
            Keep {hasRest ? 'the others' : 'all'} as they are
          </Button>
        </div>
      )}
      <div role="status" className="empty:hidden">
        {earlier.length > 0 && (
          <p>
            {named(earlier)} would move to an earlier time. {informed(earlier.length)}
          </p>
        )}
        {elsewhere.length > 0 && (
          <p>
            {named(elsewhere)} would move to another branch. {informed(elsewhere.length)}
          </p>
        )}
      </div>
      {absent.size > 0 && (
        <label className="choice">
          <input
            type="checkbox"
            checked={showsAbsent}
            onChange={(event) => setShowsAbsent(event.target.checked)}
          />
          <span>
            Also show times with {new Intl.ListFormat('en-GB').format(absent)} on the same day
          </span>
        </label>
      )}
      <ul className="flex flex-col gap-4 [&_.input]:max-w-none">
        {orphaned.map((one) => (
          <li key={one.id} className="rounded border border-line p-3">
            <p className="font-semibold">
              {one.patient.full_name}, {one.appointment_type.name}
            </p>
            <p>
              {formatDateTime(one.start, timeZone)}, {one.staff.full_name}, {one.room.name},{' '}
              {one.site.name}
            </p>
            <p className="mb-2">
              {one.reasons
                .map((reason) => orphanReasonTexts(reason, one.staff.full_name))
                .join(' ')}
            </p>
            <SelectField
              id={`${id}-${one.id}`}
              label={`What do you want to do with the appointment of ${one.patient.full_name}?`}
              hint={
                one.alternatives.every((place) => place.with_absent_clinician) &&
                !isOfDeceased(one) &&
                'There are no free times near this one that you can move it to.'
              }
              error={attempt > 0 ? describeProblem(one) : undefined}
              value={findChoice(one)}
              onChange={(event) => choices.choose(one, event.target.value)}
              choices={[
                { value: '', label: 'Choose' },
                ...(isOfDeceased(one) && one.may_cancel
                  ? [{ value: CANCEL, label: 'Cancel it' }]
                  : []),
                { value: KEEP, label: 'Keep it as it is' },
                ...(isSending && !isOfDeceased(one)
                  ? [{ value: ASK, label: 'Let the patient choose another time' }]
                  : []),
                ...one.alternatives.flatMap((place, number) =>
                  place.with_absent_clinician && !showsAbsent && findChoice(one) !== String(number)
                    ? []
                    : [{ value: String(number), label: formatResolvedTime(place, one, timeZone) }],
                ),
                ...(!isOfDeceased(one) && one.may_cancel
                  ? [{ value: CANCEL, label: 'Cancel it' }]
                  : []),
              ]}
            />
          </li>
        ))}
      </ul>
      {notified.length > 0 && (
        <NotifyPatientFields
          patient={null}
          isOfMany={notified.length > 1}
          value={notification}
          onChange={setNotification}
        />
      )}
      {alert}
      {/* Many do not push the buttons out of sight, nor what is below them. */}
      <div className="form-actions">
        {many && (
          <p>
            {decided} of {orphaned.length} chosen.
            {formatNotified(notified.length, notification.tell_patient)}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            look={isDeletion ? 'danger' : 'primary'}
            pending={pending}
            pendingLabel="Saving"
          >
            {isOfDeletedHours
              ? 'Delete hours and apply changes'
              : isDeletion
                ? 'Delete and apply changes'
                : 'Save and apply changes'}
          </Button>
          <Button look="secondary" unavailable={pending} onClick={onLeave}>
            Back
          </Button>
        </div>
      </div>
    </form>
  )
  return (
    <>
      {question}
      {form}
    </>
  )
}

const named = (names: readonly string[]) =>
  names.length > MOST_NAMED
    ? counted(names.length, 'appointment')
    : new Intl.ListFormat('en-GB').format(names)

function formatNotified(count: number, isNotifying: boolean): string {
  if (count === 0) return ''
  const patients = counted(count, 'patient')
  if (!isNotifying) return ` We will not tell ${patients}.`
  return ` We will tell ${patients} if we can reach them.`
}

const informed = (count: number) =>
  `Make sure the ${count === 1 ? 'patient knows' : 'patients know'}.`

function affected(count: number, areDeceased: boolean, isOfDeletedHours: boolean): string {
  const text = counted(count, 'appointment')
  if (areDeceased) {
    return `${text} ${count === 1 ? 'is' : 'are'} still booked for a patient who has died.`
  }
  if (isOfDeletedHours) return `${text} ${count === 1 ? 'falls' : 'fall'} in these hours.`
  return `This affects ${text}.`
}

const formatDecide = (one: OrphanedAppointment) =>
  isOfDeceased(one) ? 'Cancel it or keep it as it is' : 'Choose a time or keep it as it is'

function previousNotification(resolutions: readonly Resolution[]): NotifyPatient {
  const moves = resolutions.filter(({ action }) =>
    ['reschedule', 'cancel'].includes(action),
  ) as NotifyPatient[]
  const { tell_patient, message } =
    moves.find((move) => !move.tell_patient || move.message !== '') ?? usualNotification
  return { tell_patient, message }
}
