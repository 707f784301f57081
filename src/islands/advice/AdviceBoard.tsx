import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { EventFromLogic } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { can } from '#lib/policy/policy.ts'
import type { AdviceChange, adviceWritingMachine } from '#machines/advice/advice-writing.machine.ts'
import { useApi, useViewer } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { useLeaveWarning } from '../ui/form/use-leave-warning.ts'
import { useReason } from '../ui/form/use-reason.ts'
import { AdviceForm } from './AdviceForm.tsx'
import { AdviceList } from './AdviceList.tsx'
import { AdviceText } from './AdviceText.tsx'
import { adviceWritingWithActors } from './advice-writing.actors.ts'

type AdviceWritingEvent = EventFromLogic<typeof adviceWritingMachine>

export type AdviceProps = {
  patientId: number
  appointmentId?: number
}

type AdviceBoardProps = AdviceProps & {
  onState?: (state: { isUnsaved: boolean; isBusy: boolean }) => void
}

export function AdviceBoard(props: AdviceBoardProps) {
  const api = useApi()
  const viewer = useViewer()
  const { patientId, appointmentId = null, onState } = props
  const queries = useQueryClient()
  const [machine] = useState(() =>
    adviceWritingWithActors({ api, queries, patientId, appointmentId }),
  )
  const [snapshot, send] = useMachine(machine)
  const { advice, change, done, reason, refusedFields } = snapshot.context
  const categories = useQuery(adviceCategoriesQuery(api))
  const [hasChanges, setChanges] = useState(false)
  const isBusy = snapshot.matches('saving') || snapshot.matches('rereading')
  const isAtRest = snapshot.matches('listing') || snapshot.matches('writing')
  const isForm = snapshot.matches('writing') || (!isAtRest && isWrittenAbout(change))
  const isReason = snapshot.matches('askingReason') || (!isAtRest && change?.kind === 'withdraw')
  const isUnsaved = (isForm && hasChanges) || isReason
  useLeaveWarning(isForm && hasChanges)
  useEffect(() => onState?.({ isUnsaved, isBusy }), [onState, isUnsaved, isBusy])
  const board = useFocusOnBoard(JSON.stringify(snapshot.value))
  const problem = (
    <>
      {snapshot.matches('unanswered') && <UnansweredAdvice send={send} />}
      {(snapshot.matches('outdated') || snapshot.matches('rereading')) && (
        <OutdatedAdvice reason={reason} isReading={isBusy} send={send} />
      )}
    </>
  )
  const why = reason && !snapshot.matches('outdated') && !snapshot.matches('rereading')
  return (
    <div ref={board} tabIndex={-1} className="flex flex-col gap-4">
      <p role="status" className={done ? 'font-semibold' : 'visually-hidden'}>
        {done ? adviceDoneLabels(done) : ''}
      </p>
      {isForm && (
        <AdviceForm
          advice={advice}
          categories={categories.data}
          refusedFields={refusedFields}
          reason={why ? reason : ''}
          problem={problem}
          isBusy={isBusy}
          isLocked={!snapshot.matches('writing')}
          isLeaving={snapshot.matches({ writing: 'leaving' })}
          onChanges={setChanges}
          send={send}
        />
      )}
      {isReason && advice && (
        <WithdrawForm
          advice={advice}
          reason={why ? reason : ''}
          problem={problem}
          isBusy={isBusy}
          isLocked={!snapshot.matches('askingReason')}
          send={send}
        />
      )}
      {!isForm && !isReason && (
        <>
          {problem}
          {why && <FormAlert look="banner-warn">{reason}</FormAlert>}
          {can(viewer, 'advice.add') && (
            <div>
              <Button onClick={() => send({ type: 'writing.requested' })} unavailable={isBusy}>
                Write advice
              </Button>
            </div>
          )}
          <AdviceList
            {...{ patientId, appointmentId, send }}
            isLocked={!snapshot.matches('listing')}
          />
        </>
      )}
    </div>
  )
}

const isWrittenAbout = (change: { kind: string } | null) =>
  change?.kind === 'write' || change?.kind === 'change'

function useFocusOnBoard(shown: string) {
  const board = useRef<HTMLDivElement>(null)
  const first = useRef(shown)
  useEffect(() => {
    if (first.current === shown) return
    first.current = ''
    if (document.activeElement === document.body) board.current?.focus()
  }, [shown])
  return board
}

type Send = (event: AdviceWritingEvent) => void

function UnansweredAdvice({ send }: { send: Send }) {
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>We did not get an answer, so we do not know if this was saved.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => send({ type: 'saving.retried' })}>Try again</Button>
        <Button look="secondary" onClick={() => send({ type: 'saving.dropped' })}>
          Back
        </Button>
      </div>
    </section>
  )
}

type OutdatedProps = { reason: string; isReading: boolean; send: Send }

function OutdatedAdvice({ reason, isReading, send }: OutdatedProps) {
  return (
    <section role="alert" className="banner banner-warn flex flex-col items-start gap-3">
      <p>
        {reason} {'Nothing has been saved. What you entered is still here.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button pending={isReading} onClick={() => send({ type: 'reload.requested' })}>
          Show the latest version
        </Button>
        <Button
          look="secondary"
          unavailable={isReading}
          onClick={() => send({ type: 'form.left', hasChanges: false })}
        >
          Discard my changes
        </Button>
      </div>
    </section>
  )
}

type WithdrawFormProps = {
  advice: PatientAdvice
  reason: string
  problem: ReactNode
  isBusy: boolean
  isLocked: boolean
  send: (event: AdviceWritingEvent) => void
}

function WithdrawForm(props: WithdrawFormProps) {
  const { advice, reason: refusal, problem, isBusy, isLocked, send } = props
  const { form, field } = useReason({
    isLocked,
    onReason: (reason) => send({ type: 'withdrawal.confirmed', reason }),
  })
  return (
    <form {...form} aria-label="Withdraw advice" className="flex flex-col gap-4">
      <div className="card flex flex-col gap-3">
        <AdviceText advice={advice} />
      </div>
      <TextAreaField
        {...field}
        label="Why do you withdraw it?"
        hint="For example, it was entered for the wrong patient. The patient will no longer see this advice. Staff can still read it, with your reason. You cannot undo this."
        limit={LONGEST_CORRECTION_REASON}
        readOnly={isLocked}
      />
      {refusal && <FormAlert look="banner-warn">{refusal}</FormAlert>}
      {problem}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look="danger"
          pending={isBusy}
          pendingLabel="Withdrawing"
          unavailable={isLocked}
        >
          Withdraw advice
        </Button>
        <Button
          look="secondary"
          unavailable={isLocked}
          onClick={() => send({ type: 'form.left', hasChanges: false })}
        >
          Keep advice
        </Button>
      </div>
    </form>
  )
}

const adviceCategoriesQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['advice-categories'],
    queryFn: async ({ signal }) => {
      const query = { page_size: 500 }
      return (await api.call('GET admin/advicecategories/', { query, signal })).results
    },
  })

function adviceDoneLabels(done: AdviceChange): string {
  switch (done.kind) {
    case 'write':
      return 'Advice saved.'
    case 'change':
      return 'Changes saved.'
    case 'withdraw':
      return 'Advice withdrawn.'
    case 'mark': {
      const { archived, pinned } = done.marks
      if (archived !== undefined) return archived ? 'Advice archived.' : 'Advice restored.'
      return pinned ? 'Advice pinned.' : 'Advice unpinned.'
    }
  }
}
