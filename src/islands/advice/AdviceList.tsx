import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventFromLogic } from 'xstate'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { formatDate, formatDateTime } from '#lib/dates/format-date-time.ts'
import type { AdviceMarks, adviceWritingMachine } from '#machines/advice/advice-writing.machine.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { AdviceText } from './AdviceText.tsx'
import { adviceName } from './advice-name.ts'
import { adviceQuery } from './advice-queries.ts'

type AdviceWritingEvent = EventFromLogic<typeof adviceWritingMachine>

const PAGE_SIZE = 20
const MOST = 500

type AdviceListProps = {
  patientId: number
  appointmentId: number | null
  isLocked: boolean
  send: (event: AdviceWritingEvent) => void
}

export function AdviceList(props: AdviceListProps) {
  const api = useApi()
  const { patientId, ...item } = props
  const [isArchived, setArchived] = useState(false)
  const [pageSize, setPageSize] = useState(PAGE_SIZE)
  const query = useQuery(adviceQuery(api, patientId, { isArchived, pageSize }))
  const { data, isFetching } = query
  const show = (archived: boolean) => {
    setArchived(archived)
    setPageSize(PAGE_SIZE)
  }
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="visually-hidden">Which advice</legend>
        {[false, true].map((archived) => (
          <label key={String(archived)} className="choice">
            <input type="radio" checked={isArchived === archived} onChange={() => show(archived)} />
            {archived ? 'Archived and withdrawn' : 'Current'}
          </label>
        ))}
      </fieldset>
      <QueryStatus query={query} what="the advice" loading="Looking up the advice" />
      {data && data.results.length === 0 && (
        <p>
          {isArchived ? 'No advice has been archived or withdrawn.' : 'There is no advice yet.'}
        </p>
      )}
      {data && data.results.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.results.map((advice) => (
            <li key={advice.id} className="card">
              <AdviceItem advice={advice} {...item} />
            </li>
          ))}
        </ul>
      )}
      {data && data.count > data.results.length && pageSize < MOST && (
        <div>
          <Button
            look="secondary"
            pending={isFetching}
            onClick={() => setPageSize(Math.min(MOST, pageSize * 5))}
          >
            Show more advice
          </Button>
        </div>
      )}
    </>
  )
}

type AdviceItemProps = {
  advice: PatientAdvice
  appointmentId: number | null
  isLocked: boolean
  send: (event: AdviceWritingEvent) => void
}

function AdviceItem({ advice, appointmentId, isLocked, send }: AdviceItemProps) {
  const timeZone = useTimeZone()
  const { may, pinned, archived, withdrawn, favourite, earlier_texts } = advice
  const name = adviceName(advice, timeZone)
  const mark = (marks: AdviceMarks) => send({ type: 'marks.chosen', advice, marks })
  const action = (text: string, onClick: () => void) => (
    <Button key={text} look="quiet" small unavailable={isLocked} onClick={onClick}>
      {text} <span className="visually-hidden">{name}</span>
    </Button>
  )
  const isOfThis = appointmentId !== null && advice.appointment_id === appointmentId
  return (
    <div className="flex flex-col gap-3">
      {(pinned || archived || withdrawn || favourite || isOfThis) && (
        <p className="flex flex-wrap gap-2">
          {withdrawn && <span className="tag tag-danger">Withdrawn</span>}
          {archived && <span className="tag">Archived</span>}
          {pinned && <span className="tag tag-warn">Pinned</span>}
          {favourite && <span className="tag tag-ok">Patient’s favourite</span>}
          {isOfThis && <span className="tag">This appointment</span>}
        </p>
      )}
      <AdviceText advice={advice} />
      <p className="hint wrap-anywhere">
        {advice.staff_name}, {formatDateTime(advice.created, timeZone)}
        {advice.appointment_start !== null &&
          !isOfThis &&
          `, for the appointment on ${formatDate(advice.appointment_start, timeZone)}`}
        {archived && `. Archived by ${archived.by_name}, ${formatDateTime(archived.at, timeZone)}`}
      </p>
      {earlier_texts.length > 0 && <EarlierTexts texts={earlier_texts} name={name} />}
      {withdrawn && (
        <p className="wrap-anywhere whitespace-pre-line">
          Withdrawn by {withdrawn.by_name}, {formatDateTime(withdrawn.at, timeZone)}:{' '}
          {withdrawn.reason}
        </p>
      )}
      {may.length > 0 && (
        <div className="flex flex-wrap gap-x-3">
          {may.includes('change') &&
            action('Change', () => send({ type: 'editing.requested', advice }))}
          {may.includes('archive') && (
            <>
              {!archived && action(pinned ? 'Unpin' : 'Pin', () => mark({ pinned: !pinned }))}
              {action(archived ? 'Restore' : 'Archive', () => mark({ archived: !archived }))}
            </>
          )}
          {may.includes('withdraw') &&
            action('Withdraw', () => send({ type: 'withdrawing.requested', advice }))}
        </div>
      )}
    </div>
  )
}

type EarlierTextsProps = { texts: PatientAdvice['earlier_texts']; name: string }

function EarlierTexts({ texts, name }: EarlierTextsProps) {
  const timeZone = useTimeZone()
  return (
    <details>
      <summary className="link py-2">
        Earlier text ({texts.length}) <span className="visually-hidden">of {name}</span>
      </summary>
      <ul className="mt-2 flex flex-col gap-4">
        {texts.map(({ version, advice_text, replaced, replaced_by_name }) => (
          <li key={version} className="flex flex-col gap-1">
            <p className="hint wrap-anywhere">
              Changed by {replaced_by_name}, {formatDateTime(replaced, timeZone)}. It said:
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{advice_text}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
