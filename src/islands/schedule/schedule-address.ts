import { isExactDate } from '#lib/dates/date-parts.ts'
import { type Period, weekAround } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import type { StayingLink } from '../ui/table/page-address.ts'

const ACTIONS = ['schedule', 'your-schedule', 'your-availability'] as const
type Action = (typeof ACTIONS)[number]

export type SchedulePlace = {
  action: Action
  by: 'staff' | 'room'
  only: number | null
  span: 'day' | 'week'
  date: string
  siteId: number | null
  look: 'grid' | 'list'
}

/**
 * Reads `/clinic/schedule/{staff|room}?date=`, or
 * `/clinic/{action}/{type}/{id}/{year}/{month}/{day}`; null for others.
 * @param today the clinic's date, where the address has none.
 */
export function parseScheduleAddress(
  path: string,
  search: string,
  today: string,
): SchedulePlace | null {
  const [clinic, action, by, id, ...date] = path.replace(/^\/+|\/+$/g, '').split('/')
  if (clinic !== 'clinic' || !isAction(action) || (by !== 'staff' && by !== 'room')) return null
  const query = new URLSearchParams(search)
  const look = query.get('look') === 'list' ? 'list' : 'grid'
  const span = query.get('view') === 'week' ? 'week' : 'day'
  const siteId = parseId(query.get('site'))
  if (id === undefined) {
    if (action !== 'schedule') return null
    const date = query.get('date') ?? ''
    const day = isDate(date) ? date : today
    return { action, by, only: null, span, date: day, siteId, look }
  }
  const only = parseId(id)
  const [year = '', month = '', day = ''] = date
  const plain = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  if (only === null || date.length !== 3 || !isDate(plain)) return null
  return { action, by, only, span, date: plain, siteId, look }
}

export function formatScheduleAddress({
  action,
  by,
  only,
  span,
  date,
  siteId,
  look,
}: SchedulePlace): string {
  const query = new URLSearchParams({
    ...(only === null && { date }),
    ...(span === 'week' && { view: 'week' }),
    ...(siteId !== null && { site: String(siteId) }),
    ...(look === 'list' && { look }),
  })
  const path =
    only === null
      ? `/clinic/schedule/${by}`
      : `/clinic/${action}/${by}/${only}/${date.split('-').join('/')}`
  return query.size > 0 ? `${path}?${query}` : path
}

export function shownPeriod({ span, date }: Pick<SchedulePlace, 'span' | 'date'>): Period {
  return span === 'day' ? { from: date, to: date } : weekAround(date)
}

export const turned = (place: SchedulePlace, pages: number): SchedulePlace => ({
  ...place,
  date: addDays(place.date, place.span === 'week' ? 7 * pages : pages),
})

const isAction = (name: string | undefined): name is Action =>
  ACTIONS.some((action) => action === name)

const isDate = (text: string) => isExactDate(text) && text >= '2000-01-01' && text <= '2199-12-25'

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

export type ScheduleAddress = {
  place: SchedulePlace
  go: (to: Partial<SchedulePlace>) => void
  linkTo: (to: Partial<SchedulePlace>) => StayingLink
}
