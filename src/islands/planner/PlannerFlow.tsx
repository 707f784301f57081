import type { QueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PlannerChoices } from '#lib/contract/planner.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { PlannerPatient } from '#machines/planner/planner.machine.ts'
import type { ScreenIslandProps } from '../identity/SignedInIsland.tsx'
import type { EnteredPatient } from '../people/patient-choice/NewPatientForm.tsx'
import { useLeaveWarning } from '../ui/form/use-leave-warning.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { BookedPlan } from './BookedPlan.tsx'
import { ConfirmPlan, noPlanTexts } from './ConfirmPlan.tsx'
import { PatientStep } from './PatientStep.tsx'
import { PlannerDates } from './PlannerDates.tsx'
import { PlannerDialog } from './PlannerDialog.tsx'
import { plannerWithActors } from './planner.actors.ts'
import { parsePlannerQuestion } from './planner-queries.ts'
import { currentPlannerStep, type PlannerSnapshot } from './planner-steps.ts'
import { usePlannerHistory } from './use-planner-history.ts'

export type PlannerProps = ScreenIslandProps & {
  choices: PlannerChoices
  patient?: PlannerPatient | null
  canBook: boolean
  canCreate: boolean
  canSetDuration: boolean
}

type PlannerFlowProps = PlannerProps & { api: ApiClient; queries: QueryClient }

export function PlannerFlow(props: PlannerFlowProps) {
  const { api, queries, choices, canBook, canCreate, canSetDuration, settings, search } = props
  const { patient = null } = props
  const [machine] = useState(() => plannerWithActors({ api, queries }))
  const [snapshot, send, actor] = useMachine(machine, { input: { patient } })
  const [words, setTexts] = useState(noPlanTexts)
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
        <ConfirmPlan snapshot={snapshot} send={send} words={words} onTexts={setTexts} />
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
