import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment, When } from '#lib/contract/booking.ts'
import { formatDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { formatFormProgress } from '#lib/forms/format-progress.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { keepShown } from '../ui/form/at-once.ts'
import { parseListPage } from '../ui/table/list-address.ts'
import { PageLinks } from '../ui/table/Pager.tsx'
import type { AddressQuery } from '../ui/use-address-query.ts'
import { OwnPlaces } from '../waiting-list/own/OwnPlaces.tsx'
import { PageHeading } from './PageHeading.tsx'

const PAGE_SIZE = 20

type OwnListProps = { api: ApiClient; settings: PublicSettings; address: AddressQuery }

export function OwnList({ api, settings, address }: OwnListProps) {
  const when: When = address.query.get('show') === 'past' ? 'past' : 'upcoming'
  const { page } = parseListPage(address.query)
  const query = useQuery({
    ...keepShown,
    queryKey: ['own-appointments', when, page],
    queryFn: ({ signal }) =>
      api.call('GET private/appointments/', {
        query: {
          when,
          page,
          page_size: PAGE_SIZE,
          ordering: when === 'past' ? '-start' : 'start',
        },
        signal,
      }),
  })
  const list = useRef<HTMLUListElement>(null)
  const { data } = query
  const tab = (of: When, text: string) => (
    <li>
      <a
        className="tab"
        aria-current={when === of ? 'page' : undefined}
        {...address.linkWith({ show: of === 'past' ? 'past' : null, page: null })}
      >
        {text}
      </a>
    </li>
  )
  return (
    <div className="flex flex-col gap-6">
      <PageHeading text="Your appointments" productName={settings.productName} />
      <nav aria-label="Which appointments">
        <ul className="tabs">
          {tab('upcoming', 'Upcoming')}
          {tab('past', 'Past and cancelled')}
        </ul>
      </nav>
      {when === 'upcoming' && <OwnPlaces api={api} settings={settings} />}
      <QueryStatus query={query} what="your appointments" loading="Looking up your appointments" />
      {data && !query.error && data.results.length === 0 && <Nothing when={when} />}
      {data && !query.error && data.results.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={when === 'upcoming' ? 'Upcoming' : 'Past and cancelled'}
          className="flex flex-col gap-3"
        >
          {data.results.map((appointment) => (
            <li key={appointment.id} className="card">
              <Line appointment={appointment} settings={settings} address={address} />
            </li>
          ))}
        </ul>
      )}
      {data && data.count > PAGE_SIZE && (
        <PageLinks
          page={page}
          pageSize={PAGE_SIZE}
          count={data.count}
          address={address}
          onTurned={() => list.current?.focus()}
        />
      )}
    </div>
  )
}

function Nothing({ when }: { when: When }) {
  if (when === 'past') return <p>You have no past or cancelled appointments.</p>
  return (
    <div className="flex flex-col items-start gap-4">
      <p>You have no upcoming appointments.</p>
      <a className="button button-primary" href="/services">
        Find a service to book
      </a>
    </div>
  )
}

const TAGS: Record<Appointment['status'], { text: string; look: string } | null> = {
  booked: null,
  completed: { text: 'Completed', look: 'tag tag-ok' },
  did_not_attend: { text: 'You did not come', look: 'tag tag-warn' },
  cancelled: { text: 'Cancelled', look: 'tag tag-danger' },
}

type LineProps = { appointment: Appointment; settings: PublicSettings; address: AddressQuery }

function Line({ appointment, settings: { timeZone }, address }: LineProps) {
  const { id, start, end, site, status, appointment_type: type, clinician, outcomes } = appointment
  const tag = TAGS[status]
  const formProgress = status === 'booked' ? formatFormProgress(appointment.forms) : null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="heading-3">
          <a className="link" {...address.linkWith({ appointment: id })}>
            {formatDate(start, timeZone)}, {formatTimeRange(start, end, timeZone)}
          </a>
        </h2>
        <p>{type.name}</p>
        <p className="text-ink-soft">
          {site.name}, with {clinician.full_name}
        </p>
        {formProgress !== null && (
          <p>
            <a className="link" href={formAddress('user', 'for-appointment', id)}>
              {formProgress}
              <span className="visually-hidden">
                {' '}
                for {type.name}, {formatDate(start, timeZone)}
              </span>
            </a>
          </p>
        )}
        <p>
          <a className="link" href={`/user/record-details?appointment_id=${id}`}>
            On your health record
            <span className="visually-hidden">
              : {type.name}, {formatDate(start, timeZone)}
            </span>
          </a>
        </p>
        {outcomes.length > 0 && (
          <p>
            {outcomes.length === 1 ? 'Outcome' : 'Outcomes'}:{' '}
            {outcomes.map(({ name }) => name).join(', ')}
          </p>
        )}
      </div>
      {tag && <span className={tag.look}>{tag.text}</span>}
    </div>
  )
}
