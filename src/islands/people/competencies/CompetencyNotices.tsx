import { useMachine } from '@xstate/react'
import { type MouseEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ApiClient } from '#lib/api/client.ts'
import type { ExpiringCompetency } from '#lib/contract/competencies.ts'
import { daysBetween } from '#lib/dates/dates.ts'
import { formatPlainDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { LoadExpiringCompetenciesResult } from '#machines/people/competency-notices.machine.ts'
import { Button } from '../../ui/Button.tsx'
import {
  competencyNoticesWithActors,
  loadExpiringCompetencies,
} from './competency-notices.actors.ts'

type CompetencyNoticesProps = {
  load: () => Promise<LoadExpiringCompetenciesResult>
  timeZone: string
}

export function CompetencyNotices({ load, timeZone }: CompetencyNoticesProps) {
  const [machine] = useState(() => competencyNoticesWithActors(load))
  const [snapshot, send] = useMachine(machine)
  if (!snapshot.matches('showing')) return null
  const { notices } = snapshot.context
  const isUrgent = notices.some(({ notice_type }) => notice_type !== '30-days-notice')
  const today = plainDateAt(Date.now(), timeZone)
  return (
    <section
      aria-labelledby="competency-notices"
      className={`banner print:hidden ${isUrgent ? 'banner-warn' : ''}`}
    >
      <h2 id="competency-notices" className="heading-3">
        {notices.length === 1
          ? 'One of your competencies ends soon'
          : 'Some of your competencies end soon'}
      </h2>
      <ul className="mt-2">
        {notices.map((notice) => (
          <li
            key={`${notice.id} ${notice.notice_type}`}
            className="flex items-center justify-between gap-x-4 max-sm:flex-wrap"
          >
            <span>{sentence(notice, today)}</span>
            <Button
              look="quiet"
              small
              className="max-sm:-ms-3"
              aria-label={`Dismiss: ${notice.competency_name}`}
              onClick={(event) => {
                moveFocus(event)
                send({ type: 'notice.dismissed', notice })
              }}
            >
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <a className="link" href="/user/profile">
          Your details
        </a>
      </p>
    </section>
  )
}

function sentence({ competency_name, expires_at }: ExpiringCompetency, today: string): string {
  const days = daysBetween(today, expires_at)
  const verb = days < 0 ? 'ended' : 'ends'
  const when = days < 0 ? '' : `, ${['today', 'tomorrow'][days] ?? `in ${days} days`}`
  return `${competency_name} ${verb} on ${formatPlainDate(expires_at)}${when}`
}

function moveFocus({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const buttons = [...(currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const place = buttons.indexOf(currentTarget)
  const next = buttons[place + 1] ?? buttons[place - 1] ?? currentTarget.closest('main')
  next?.focus()
}

let takeAway: (() => void) | null = null

/**
 * Loads what ends soon and shows it at the top of the page's content, instead of what was shown
 * there of somebody else.
 * @throws ApiError as the call does, for the login flow to ignore
 */
export async function showExpiringCompetencies(
  api: ApiClient,
  staffId: number,
  timeZone: string,
): Promise<void> {
  takeAway?.()
  takeAway = null
  const loaded = await loadExpiringCompetencies(api, staffId)
  if (loaded.kind === 'none') return
  const place = document.createElement('div')
  place.className = 'page-width mb-8 empty:hidden'
  document.querySelector('main')?.prepend(place)
  const root = createRoot(place)
  root.render(<CompetencyNotices load={async () => loaded} timeZone={timeZone} />)
  takeAway = () => {
    root.unmount()
    place.remove()
  }
}
