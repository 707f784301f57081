import { calendarDate, instant, slug } from '../contract/fields.ts'
import { parseSecretKey, type ServiceQuery } from './service-query.ts'

export const parseServiceQuery = (url: URL): ServiceQuery => ({
  key: parseSecretKey(url),
  site: slug.safeParse(url.searchParams.get('site')).data,
})

/** @returns the day that the address names under this name, or null. */
export const parseLinkedDay = ({ searchParams }: URL, name: 'week' | 'day'): string | null =>
  calendarDate.safeParse(searchParams.get(name)).data ?? null

/** @returns the start that the address of a `timeLink` names, or null. */
export function parseLinkedStart({ searchParams }: URL): string | null {
  const parsed = instant.safeParse(searchParams.get('time'))
  return parsed.success ? new Date(parsed.data).toISOString() : null
}
