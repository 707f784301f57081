import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PatientMessage } from '#lib/contract/messages.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { appointmentAddress } from '#lib/forms/form-address.ts'
import { messageChannelLabels, messageEventLabels } from '#lib/messages/message-labels.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { NewerOlder } from '../records/record/NewerOlder.tsx'
import { MESSAGES, type RecordCalls } from '../records/record/patient-record-queries.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { keepShown } from '../ui/form/at-once.ts'
import { Paragraphs } from '../ui/Paragraphs.tsx'

const messagesQuery = (calls: RecordCalls, of: number, page: number) =>
  queryOptions({
    ...keepShown,
    queryKey: [MESSAGES, calls.audience, of, page],
    queryFn: ({ signal }) => calls.messages(page, signal),
  })

type MessagesSectionProps = { calls: RecordCalls; patientId: number }

export function MessagesSection({ calls, patientId }: MessagesSectionProps) {
  const timeZone = useTimeZone()
  const [page, setPage] = useState(1)
  const query = useQuery(messagesQuery(calls, patientId, page))
  const list = useRef<HTMLUListElement>(null)
  const { data } = query
  const turn = (to: number) => {
    setPage(to)
    list.current?.focus()
  }
  return (
    <section aria-labelledby="messages" className="flex flex-col gap-4">
      <h2 id="messages" className="heading-2">
        Messages
      </h2>
      <QueryStatus query={query} what="the messages" loading="Looking up the messages" />
      {data?.results.length === 0 && (
        <p className="card">
          {calls.audience === 'user' ? 'We have not sent you any messages.' : 'There are none.'}
        </p>
      )}
      {data && data.results.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-labelledby="messages"
          className="card flex flex-col divide-y divide-line"
        >
          {data.results.map((message) => (
            <li key={message.id} className="flex flex-col py-2 wrap-anywhere">
              {message.appointment ? (
                <a
                  className="link font-semibold"
                  href={appointmentAddress(calls.audience, message.appointment.id, null)}
                >
                  {formatTitle(message, timeZone)}
                </a>
              ) : (
                <span className="font-semibold">{formatTitle(message, timeZone)}</span>
              )}
              <span className={isTroubled(message) ? 'field-error' : 'text-ink-soft'}>
                {formatState(message, timeZone)}
              </span>
              {message.sentence !== '' && <Paragraphs text={message.sentence} />}
            </li>
          ))}
        </ul>
      )}
      {data && <NewerOlder count={data.count} page={page} onTurn={turn} />}
    </section>
  )
}

const isTroubled = ({ state }: PatientMessage) => state === 'failed' || state === 'unknown'

function formatTitle({ event, subject, appointment }: PatientMessage, timeZone: string): string {
  if (subject !== '') return subject
  if (!appointment) return messageEventLabels[event]
  const { service, start } = appointment
  return `${messageEventLabels[event]}: ${service}, ${formatDateTime(start, timeZone)}`
}

function formatState(
  { state, at, channel, recipient, note }: PatientMessage,
  timeZone: string,
): string {
  const when = formatDateTime(at, timeZone)
  switch (state) {
    case 'sent':
      return `${messageChannelLabels[channel]}${recipient && ` to ${recipient}`}, sent ${when}`
    case 'waiting':
      return note === '' ? `Waiting to be sent, ${when}` : `Not sent yet, ${when}: ${note}`
    case 'failed':
      return `Failed, ${when}: ${note}`
    case 'unknown':
      return `May have been sent, ${when}: ${note}`
    case 'dropped':
      return `Not sent, ${when}: ${note}`
  }
}
