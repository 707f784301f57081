import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type {
  CalendarFeedEvent,
  calendarFeedMachine,
} from '#machines/schedule/calendar-feed.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { LossQuestion } from '../../ui/dialog/LeaveQuestion.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { calendarFeedWithActors, feedKey, type ShownFeed } from './calendar-feed.actors.ts'

type CalendarFeedSectionProps = { api: ApiClient; queries: QueryClient; timeZone: string }

/** A clinician subscribes to their own schedule in the calendar that they use. */
export function CalendarFeedSection({ api, queries, timeZone }: CalendarFeedSectionProps) {
  const [machine] = useState(() => calendarFeedWithActors({ api, queries }))
  const [snapshot, send] = useMachine(machine)
  const { data: shown } = useQuery<ShownFeed>({ queryKey: feedKey, queryFn: skipToken })
  const { address } = snapshot.context
  const isMade = !snapshot.matches('none') && !snapshot.matches('making')
  return (
    <section aria-labelledby="calendar-feed" className="flex flex-col items-start gap-4">
      <h2 id="calendar-feed" className="heading-2">
        Your schedule in your own calendar
      </h2>
      {snapshot.matches('loading') && <Loading label="Looking for your calendar feed" />}
      {shown && (
        <>
          <p>
            Outlook, Google Calendar and Apple Calendar can show your schedule and keep it up to
            date. They get the time, the service and the room of each appointment
            {shown.shows_names
              ? ', and the name of the patient. Keep the address to yourself.'
              : ', and no names of patients.'}
          </p>
          {isMade && shown.feed && (
            <p className="hint">
              Made at {formatDateTime(shown.feed.created, timeZone)}.{' '}
              {shown.feed.last_read
                ? `Last read by a calendar at ${formatDateTime(shown.feed.last_read, timeZone)}.`
                : 'No calendar has read it yet.'}
            </p>
          )}
        </>
      )}
      {address !== null && <FeedAddress address={address} />}
      <FeedAlert snapshot={snapshot} send={send} />
      <FeedButtons snapshot={snapshot} send={send} />
    </section>
  )
}

type Snapshot = SnapshotFrom<typeof calendarFeedMachine>
type Part = { snapshot: Snapshot; send: (event: CalendarFeedEvent) => void }

/** Shown this once, because only its hash is kept. */
function FeedAddress({ address }: { address: string }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is news
  useEffect(() => box.current?.focus(), [address])
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="banner banner-success flex w-full flex-col items-start gap-3"
    >
      <p className="font-semibold">Copy this address now. We cannot show it again.</p>
      <p className="break-all">{address}</p>
      <CopyButton label="Copy address" text={address} onCopied={() => notify('Address copied')} />
      <ul className="list-disc pl-5">
        <li>Outlook: Add calendar, then Subscribe from web</li>
        <li>Google Calendar on a computer: Other calendars, then From URL</li>
        <li>Apple Calendar: File, then New Calendar Subscription</li>
      </ul>
      <p>
        Anyone with the address can read it. Changes take some hours to arrive in some calendars.
      </p>
    </div>
  )
}

function FeedAlert({ snapshot, send }: Part) {
  if (snapshot.matches({ none: 'offline' }) || snapshot.matches({ made: 'offline' })) {
    return (
      <OfflineAlert>
        You are offline, so nothing was changed. Try again when you have a connection.
      </OfflineAlert>
    )
  }
  if (!snapshot.matches('loadFailed') && !snapshot.matches('unknown')) return null
  return (
    <>
      <FormAlert look="banner-danger">
        {snapshot.matches('unknown')
          ? 'We did not get an answer, so we do not know if that worked. An address that was made was not shown: replace it.'
          : 'We could not look up your calendar feed. Check your connection and try again.'}
      </FormAlert>
      <Button onClick={() => send({ type: 'loading.retried' })}>Look again</Button>
    </>
  )
}

function FeedButtons({ snapshot, send }: Part) {
  if (snapshot.matches('none') || snapshot.matches('making')) {
    return (
      <Button
        look="secondary"
        pending={snapshot.matches('making')}
        pendingLabel="Making an address"
        onClick={() => send({ type: 'feed.wanted' })}
      >
        Make a calendar address
      </Button>
    )
  }
  if (snapshot.matches('askingToReplace') || snapshot.matches('askingToEnd')) {
    const isEnding = snapshot.matches('askingToEnd')
    return (
      <LossQuestion
        question={
          isEnding
            ? 'End your calendar feed? Calendars that read it stop showing your schedule.'
            : 'Replace the address? Calendars with the old one stop showing your schedule.'
        }
        action={isEnding ? 'End the feed' : 'Replace the address'}
        otherwise="Keep it"
        onAction={() => send({ type: 'change.confirmed' })}
        onOtherwise={() => send({ type: 'change.dropped' })}
      />
    )
  }
  const isReplacing = snapshot.matches('replacing')
  const isEnding = snapshot.matches('ending')
  if (!snapshot.matches('made') && !isReplacing && !isEnding) return null
  const isStill = isReplacing || isEnding
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        look="secondary"
        pending={isReplacing}
        pendingLabel="Making an address"
        unavailable={isStill}
        onClick={() => send({ type: 'replacement.requested' })}
      >
        Replace the address
      </Button>
      <Button
        look="danger"
        pending={isEnding}
        pendingLabel="Ending the feed"
        unavailable={isStill}
        onClick={() => send({ type: 'ending.requested' })}
      >
        End the feed
      </Button>
    </div>
  )
}
