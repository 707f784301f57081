import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { AppointmentOutcomes, RecordedOutcome } from '#lib/contract/outcomes.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { FormAudience } from '#lib/forms/form-address.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import type { OutcomeEdit } from './OutcomeDialog.tsx'
import { type OutcomeCalls, outcomeCalls } from './outcome-calls.ts'

const formatOutcomeVersion = ({ version, subversion }: RecordedOutcome) =>
  `${version}.${subversion}`

function formatRecorded(outcome: RecordedOutcome, timeZone: string): string {
  const { recorded, recorded_by_name, reason } = outcome
  const at = `Recorded at ${formatDateTime(recorded, timeZone)}${by(recorded_by_name)}.`
  return reason === '' ? at : `${at} Reason: ${reason}`
}

/** Is null while it is present. */
function formatOutcomeEnd(outcome: RecordedOutcome, timeZone: string): string | null {
  const { ended, ended_by_name, replaced_by, withdrawn_reason } = outcome
  if (ended === null) return null
  const how = replaced_by === null ? 'Withdrawn' : 'Replaced'
  const at = `${how} at ${formatDateTime(ended, timeZone)}${by(ended_by_name)}.`
  return withdrawn_reason === '' ? at : `${at} Reason: ${withdrawn_reason}`
}

const by = (name: string) => (name === '' ? '' : ` by ${name}`)

const OutcomeDialog = lateComponent(
  async () => (await import('./OutcomeDialog.tsx')).OutcomeDialog,
  <Loading label="Opening" />,
)

type OutcomesSectionProps = {
  api: ApiClient
  audience: FormAudience
  appointmentId: number
  timeZone: string
  token?: () => string | null
  onChanged?: () => void
}

const noToken = () => null

export function OutcomesSection(props: OutcomesSectionProps) {
  const { api, audience, appointmentId, timeZone, token = noToken, onChanged } = props
  const queries = useQueryClient()
  const queryKey = ['appointment-outcomes', audience, appointmentId]
  const [calls] = useState(() => outcomeCalls(api, audience, token))
  const [edit, setEdit] = useState<OutcomeEdit | null>(null)
  const query = useQuery({
    queryKey,
    queryFn: () => calls.list(appointmentId),
  })
  const { data } = query
  if (!data) {
    return <QueryStatus query={query} what="the outcomes" loading="Looking up the outcomes" />
  }
  const present = data.results.filter(({ ended }) => ended === null)
  const earlier = data.results.filter(({ ended }) => ended !== null)
  return (
    <div className="flex flex-col items-start gap-4">
      {present.length === 0 && <p>No outcome has been recorded.</p>}
      {present.length > 0 && (
        <ul className="flex w-full flex-col gap-4">
          {present.map((outcome) => (
            <li key={outcome.id} className="card flex flex-col items-start gap-3">
              <Recorded {...{ outcome, calls, appointmentId, timeZone }} />
              <Actions outcome={outcome} may={data.may} onStart={setEdit} />
            </li>
          ))}
        </ul>
      )}
      {data.may.includes('add') && (
        <Button look="secondary" onClick={() => setEdit({ kind: 'add' })}>
          Add an outcome
        </Button>
      )}
      {earlier.length > 0 && (
        <details className="w-full">
          <summary className="link py-2">Earlier outcomes ({earlier.length})</summary>
          <ul className="mt-4 flex flex-col gap-4">
            {earlier.map((outcome) => (
              <li key={outcome.id} className="card flex flex-col items-start gap-3">
                <Recorded {...{ outcome, calls, appointmentId, timeZone }} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {edit && (
        <OutcomeDialog
          edit={edit}
          outcomes={data}
          calls={calls}
          onSaved={(outcomes) => {
            queries.setQueryData(queryKey, outcomes)
            notify('Outcome saved')
            onChanged?.()
          }}
          readAgain={() => void queries.invalidateQueries({ queryKey })}
          onClose={() => setEdit(null)}
        />
      )}
    </div>
  )
}

type RecordedProps = {
  outcome: RecordedOutcome
  calls: OutcomeCalls
  appointmentId: number
  timeZone: string
}

function Recorded({ outcome, calls, appointmentId, timeZone }: RecordedProps) {
  const { id, outcome_id: outcomeId, name, has_letter, ended, replaced_by } = outcome
  const endedText = formatOutcomeEnd(outcome, timeZone)
  const recordedId = ended === null ? undefined : id
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {name}{' '}
        {endedText && (
          <span className="tag tag-warn">{replaced_by === null ? 'Withdrawn' : 'Replaced'}</span>
        )}
      </p>
      <p className="hint whitespace-pre-line wrap-anywhere">
        {calls.type === 'clinic' && `Version ${formatOutcomeVersion(outcome)}. `}
        {formatRecorded(outcome, timeZone)}
      </p>
      {endedText && <p className="hint whitespace-pre-line wrap-anywhere">{endedText}</p>}
      {has_letter && (
        <a className="link" href={calls.addressOf({ appointmentId, outcomeId, recordedId })}>
          Read the letter <span className="visually-hidden">{name}</span>
        </a>
      )}
    </>
  )
}

type ActionsProps = {
  outcome: RecordedOutcome
  may: AppointmentOutcomes['may']
  onStart: (edit: OutcomeEdit) => void
}

function Actions({ outcome, may, onStart }: ActionsProps) {
  const { id, outcome_id: outcomeId, name, is_outdated: isOutdated } = outcome
  const named = <span className="visually-hidden">{name}</span>
  if (!may.includes('change') && !may.includes('withdraw')) return null
  return (
    <div className="flex flex-wrap gap-3">
      {may.includes('change') && (
        <Button
          look="secondary"
          onClick={() => onStart({ kind: 'change', id, outcomeId, name, isOutdated })}
        >
          Change {named}
        </Button>
      )}
      {may.includes('withdraw') && (
        <Button look="secondary" onClick={() => onStart({ kind: 'withdraw', id, name })}>
          Withdraw {named}
        </Button>
      )}
    </div>
  )
}
