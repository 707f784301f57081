import type { QueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { ActorRefFrom, EventFromLogic, SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { PlannerChoices } from '#lib/contract/planner.ts'
import { formatDateTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type {
  BookedPlace,
  PlannerPatient,
  PlannerPlace,
  plannerMachine,
} from '#machines/planner/planner.machine.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import type { EnteredPatient } from '../people/patient-choice/NewPatientForm.tsx'
import { PatientChoice } from '../people/patient-choice/PatientChoice.tsx'
import { formatScheduleAddress } from '../schedule/schedule-address.ts'
import { Button } from '../ui/Button.tsx'
import { useLeaveWarning } from '../ui/form/use-leave-warning.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { ConfirmPlan, noPlanTexts } from './ConfirmPlan.tsx'
import { PlaceSummary } from './PlaceSummary.tsx'
import { PlannerDates } from './PlannerDates.tsx'
import { PlannerDialog } from './PlannerDialog.tsx'
import { plannerWithActors } from './planner.actors.ts'
import { parsePlannerQuestion } from './planner-queries.ts'

type PlannerProps = ScreenIslandProps & {
  choices: PlannerChoices
  patient?: PlannerPatient | null
  canBook: boolean
  canCreate: boolean
  canSetDuration: boolean
}

export function Planner({ api: injected, ...props }: PlannerProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected}>
      {(api, queries) => <PlannerFlow {...props} api={api} queries={queries} />}
    </SignedInIsland>
  )
}

type PlannerFlowProps = PlannerProps & { api: ApiClient; queries: QueryClient }

function PlannerFlow(props: PlannerFlowProps) {
  const { api, queries, choices, canBook, canCreate, canSetDuration, settings, search } = props
  const { patient = null } = props
  const [machine] = useState(() => plannerWithActors({ api, queries }))
  const [snapshot, send, actor] = useMachine(machine, { input: { patient } })
  const [texts, setTexts] = useState(noPlanTexts)
  const entered: EnteredPatient = useRef(null)
  const address = useAddressQuery(search)
  usePlannerHistory(actor, currentPlannerStep(snapshot))
  const { context } = snapshot
  const question = {
    ...parsePlannerQuestion(address.query, canSetDuration),
    patientId: context.patient?.id ?? null,
  }
  useLeaveWarning(isHalfFilled(snapshot))
  const isChoosing = snapshot.matches('choosingDate') || snapshot.matches('choosingTime')
  const isConfirming =
    snapshot.matches('confirming') || snapshot.matches('booking') || snapshot.matches('unanswered')
  return (
    <>
      <Heading text={formatHeading(snapshot)} settings={settings} />
      {isChoosing && (
        <PlannerDates
          address={address}
          question={question}
          choices={choices}
          canSetDuration={canSetDuration}
          patient={context.patient}
          onPatientDropped={() => send({ type: 'patient.dropped' })}
          onDateChosen={(date) => send({ type: 'date.chosen', date })}
        />
      )}
      {snapshot.matches('choosingTime') && context.date !== null && (
        <PlannerDialog
          question={question}
          date={context.date}
          choices={choices}
          canBook={canBook}
          lost={context.lost}
          onClose={() => send({ type: 'date.closed' })}
          onTimeChosen={(place) => send({ type: 'time.chosen', place })}
        />
      )}
      {snapshot.matches('choosingPatient') && context.place && (
        <PatientStep
          canCreate={canCreate}
          place={context.place}
          entered={entered}
          onChosen={(patient) => send({ type: 'patient.chosen', patient })}
          onTimeChanged={() => send({ type: 'time.changed' })}
        />
      )}
      {isConfirming && context.place && context.patient && (
        <ConfirmPlan snapshot={snapshot} send={send} texts={texts} onTexts={setTexts} />
      )}
      {snapshot.matches('booked') && (
        <BookedPlan
          booked={context.booked}
          place={context.place}
          patient={context.patient}
          onAnother={(samePatient) => {
            setTexts(noPlanTexts)
            entered.current = null
            send({ type: 'another.requested', samePatient })
          }}
        />
      )}
    </>
  )
}

const isHalfFilled = (snapshot: PlannerSnapshot) =>
  !snapshot.matches('booked') &&
  (snapshot.context.place !== null || snapshot.context.patient !== null)

function formatHeading(snapshot: PlannerSnapshot): string {
  if (snapshot.matches('choosingPatient')) return 'Who is it for?'
  if (snapshot.matches('booked')) {
    return snapshot.context.booked.length === 1 ? 'Booked' : 'All of them are booked'
  }
  if (snapshot.matches('choosingDate') || snapshot.matches('choosingTime')) {
    return 'Appointment planner'
  }
  return 'Check and book'
}

function Heading({ text, settings }: { text: string; settings: PublicSettings }) {
  const element = useRef<HTMLHeadingElement>(null)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    document.title = `${settings.productName} – ${text}`
    if (!document.querySelector('[role=dialog]')) element.current?.focus()
    scrollTo(0, 0)
  }, [text, settings.productName])
  return (
    <h1 ref={element} tabIndex={-1} className="heading-1">
      {text}
    </h1>
  )
}

type PatientStepProps = {
  canCreate: boolean
  place: PlannerPlace
  entered: EnteredPatient
  onChosen: (patient: PlannerPatient) => void
  onTimeChanged: () => void
}

function PatientStep(props: PatientStepProps) {
  const { canCreate, entered, place, onChosen, onTimeChanged } = props
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PlaceSummary place={place} patient={null} onTimeChanged={onTimeChanged} />
      <PatientChoice
        canCreate={canCreate}
        entered={entered}
        onChosen={({ id, full_name, dob, email, mobile }) =>
          onChosen({ id, full_name, dob, email, mobile })
        }
      />
    </div>
  )
}

type BookedPlanProps = {
  booked: readonly BookedPlace[]
  place: PlannerPlace | null
  patient: PlannerPatient | null
  onAnother: (samePatient: boolean) => void
}

function BookedPlan({ booked, place, patient, onAnother }: BookedPlanProps) {
  const timeZone = useTimeZone()
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="banner banner-ok">
        <p className="lead wrap-anywhere">
          {place?.type.name} for {patient?.full_name}, {place?.site.name}
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {booked.map(({ id, reference, start, clinician }) => (
            <li key={id}>
              <a
                className="link"
                href={inSchedule(clinician.staffId, plainDateAt(start, timeZone))}
              >
                {formatDateTime(start, timeZone)}
              </a>{' '}
              with {clinician.name}, reference{' '}
              <strong className="whitespace-nowrap">{reference}</strong>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnother(false)}>Plan another appointment</Button>
        <Button look="secondary" onClick={() => onAnother(true)}>
          Plan another for this patient
        </Button>
      </div>
    </div>
  )
}

const inSchedule = (staffId: number, date: string) =>
  formatScheduleAddress({
    action: 'schedule',
    by: 'staff',
    only: staffId,
    span: 'day',
    date,
    siteId: null,
    look: 'grid',
  })

type PlannerActor = ActorRefFrom<typeof plannerMachine>

/**
 * There is one history entry for each step, so that the browser's back and forward buttons move
 * between them, and a way back inside the page leaves no entry behind. An entry knows its date: a
 * reload opens it. Nothing of a patient is stored there.
 */
function usePlannerHistory(actor: PlannerActor, step: PlannerStep) {
  const isMoving = useRef(false)

  useEffect(() => {
    const { trail, date } = parseTrail(history.state)
    if (trail.includes('times') && date) actor.send({ type: 'date.chosen', date })
  }, [actor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is what there is to follow
  useEffect(() => {
    if (!isMoving.current) isMoving.current = moveHistory(actor)
  }, [actor, step])

  useEffect(() => {
    const follow = () => {
      if (!isMoving.current) revisit(actor)
      isMoving.current = moveHistory(actor)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [actor])
}

function revisit(actor: PlannerActor) {
  const { trail, date } = parseTrail(history.state)
  const target = trail.at(-1)
  const now = actor.getSnapshot()
  const way = target && target !== currentPlannerStep(now) ? wayTo(target, date) : null
  if (way && now.can(way)) actor.send(way)
}

/** @returns whether it is still on its way. */
function moveHistory(actor: PlannerActor): boolean {
  const now = actor.getSnapshot()
  const move = moveTo(currentPlannerStep(now), parseTrail(history.state).trail)
  if (!move) return false
  if ('go' in move) {
    history.go(move.go)
    return true
  }
  const { date } = now.context
  if ('push' in move)
    history.pushState({ ...history.state, ...toHistoryState(move.push, date) }, '')
  else history.replaceState({ ...history.state, ...toHistoryState(move.replace, date) }, '')
  return false
}

type PlannerSnapshot = SnapshotFrom<typeof plannerMachine>

const STEPS = ['dates', 'times', 'patient', 'check', 'booked'] as const

export type PlannerStep = (typeof STEPS)[number]

type Trail = readonly PlannerStep[]

function currentPlannerStep(snapshot: PlannerSnapshot): PlannerStep {
  if (snapshot.matches('choosingDate')) return 'dates'
  if (snapshot.matches('choosingTime')) return 'times'
  if (snapshot.matches('choosingPatient')) return 'patient'
  return snapshot.matches('booked') ? 'booked' : 'check'
}

/** Is null where nothing leads to the step. */
function wayTo(
  step: PlannerStep,
  date: string | null,
): EventFromLogic<typeof plannerMachine> | null {
  if (step === 'times') return date === null ? null : { type: 'times.revisited', date }
  return step === 'booked' ? null : { type: `${step}.revisited` }
}

type Move = { go: number } | { push: Trail } | { replace: Trail }

/** Is null where it is there. */
function moveTo(step: PlannerStep, trail: Trail): Move | null {
  const above = trail.length - 1
  if (trail[above] === step) return null
  const found = step === 'booked' ? 0 : trail.indexOf(step)
  if (found >= 0 && found < above) return { go: found - above }
  const before = trail.filter((each) => STEPS.indexOf(each) < STEPS.indexOf(step))
  const next = [...before, step]
  return before.length === trail.length ? { push: next } : { replace: next }
}

/** Starts the trail at an entry that the planner has not marked. */
export function parseTrail(state: unknown): { trail: Trail; date: string | null } {
  const { plannerTrail, plannerDate } = (state ?? {}) as Record<string, unknown>
  const trail = Array.isArray(plannerTrail)
    ? STEPS.filter((step) => plannerTrail.includes(step))
    : []
  return {
    trail: trail.length > 0 ? trail : ['dates'],
    date: typeof plannerDate === 'string' ? plannerDate : null,
  }
}

export const toHistoryState = (trail: Trail, date: string | null) => ({
  plannerTrail: trail,
  plannerDate: date,
})
