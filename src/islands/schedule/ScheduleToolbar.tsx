import { useId } from 'react'
import type { SiteSummary } from '#lib/contract/booking.ts'
import { useViewer } from '../identity/island-context.ts'
import { type ScheduleAddress, type SchedulePlace, turned } from './schedule-address.ts'

type ScheduleToolbarProps = {
  address: ScheduleAddress
  today: string
  sites: readonly SiteSummary[]
  isNarrow: boolean
}

export function ScheduleToolbar(props: ScheduleToolbarProps) {
  const viewer = useViewer()
  const { address, today, sites, isNarrow } = props
  const { place, go } = address
  const id = useId()
  const unit = place.span === 'week' ? 'week' : 'day'
  const mine = viewer.staff_id
  const isOfHours = place.action === 'your-availability'
  const isMine = mine !== null && place.by === 'staff' && place.only === mine
  const everybody = { action: 'schedule', only: null } as const
  return (
    <div className="schedule-toolbar no-print">
      <nav aria-label="Days" className="schedule-tools">
        <PlaceButton address={address} to={turned(place, -1)}>
          <span aria-hidden="true">‹</span>
          <span className="visually-hidden">Previous {unit}</span>
        </PlaceButton>
        <PlaceButton address={address} to={{ date: today }} isCurrent={place.date === today}>
          Today
        </PlaceButton>
        <PlaceButton address={address} to={turned(place, 1)}>
          <span aria-hidden="true">›</span>
          <span className="visually-hidden">Next {unit}</span>
        </PlaceButton>
        <label htmlFor={`${id}date`} className="visually-hidden">
          Go to a date
        </label>
        <input
          key={place.date}
          id={`${id}date`}
          type="date"
          className="tool-input"
          defaultValue={place.date}
          min="2000-01-01"
          max="2199-12-25"
          onBlur={({ target }) =>
            target.value && target.value !== place.date && go({ date: target.value })
          }
          onKeyDown={({ key, currentTarget: { value } }) => {
            if (key === 'Enter' && value && value !== place.date) go({ date: value })
          }}
        />
      </nav>
      <nav aria-label="Whose schedule" className="schedule-tools">
        <PlaceButton
          address={address}
          to={{ ...everybody, by: 'staff' }}
          isCurrent={place.by === 'staff' && place.only === null}
        >
          Clinicians
        </PlaceButton>
        <PlaceButton
          address={address}
          to={{ ...everybody, by: 'room' }}
          isCurrent={place.by === 'room' && place.only === null}
        >
          Rooms
        </PlaceButton>
        {mine !== null && (
          <>
            <PlaceButton
              address={address}
              to={{ action: 'your-schedule', by: 'staff', only: mine }}
              isCurrent={isMine && !isOfHours}
            >
              Only me
            </PlaceButton>
            <PlaceButton
              address={address}
              to={{ action: 'your-availability', by: 'staff', only: mine, span: 'week' }}
              isCurrent={isMine && isOfHours}
            >
              My hours
            </PlaceButton>
          </>
        )}
      </nav>
      <nav aria-label="Day or week" className="schedule-tools">
        <PlaceButton address={address} to={{ span: 'day' }} isCurrent={place.span === 'day'}>
          Day
        </PlaceButton>
        <PlaceButton address={address} to={{ span: 'week' }} isCurrent={place.span === 'week'}>
          Week
        </PlaceButton>
      </nav>
      {!isNarrow && (
        <nav aria-label="Grid or list" className="schedule-tools">
          <PlaceButton address={address} to={{ look: 'grid' }} isCurrent={place.look === 'grid'}>
            Grid
          </PlaceButton>
          <PlaceButton address={address} to={{ look: 'list' }} isCurrent={place.look === 'list'}>
            List
          </PlaceButton>
        </nav>
      )}
      <div className="schedule-tools">
        <label htmlFor={`${id}site`} className="visually-hidden">
          Branch
        </label>
        <select
          id={`${id}site`}
          className="tool-input"
          value={place.siteId ?? ''}
          onChange={({ target }) => go({ siteId: target.value ? Number(target.value) : null })}
        >
          <option value="">All branches</option>
          {sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name}
            </option>
          ))}
        </select>
        <button type="button" className="tool" onClick={() => print()}>
          Print
        </button>
      </div>
    </div>
  )
}

type PlaceButtonProps = {
  address: ScheduleAddress
  to: Partial<SchedulePlace>
  isCurrent?: boolean
  children: React.ReactNode
}

function PlaceButton({ address, to, isCurrent, children }: PlaceButtonProps) {
  return (
    <a className="tool" aria-current={isCurrent || undefined} {...address.linkTo(to)}>
      {children}
    </a>
  )
}
