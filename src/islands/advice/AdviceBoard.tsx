import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { can } from '#lib/policy/policy.ts'
import { useApi, useViewer } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { useLeaveWarning } from '../ui/form/use-leave-warning.ts'
import { AdviceForm } from './AdviceForm.tsx'
import { AdviceList } from './AdviceList.tsx'
import { OutdatedAdvice, UnansweredAdvice } from './AdviceProblem.tsx'
import { adviceCategoriesQuery } from './advice-queries.ts'
import { adviceDoneLabels } from './advice-texts.ts'
import { adviceWritingWithActors } from './advice-writing.actors.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

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
          {why && <FormAlert look="banner-warning">{reason}</FormAlert>}
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
