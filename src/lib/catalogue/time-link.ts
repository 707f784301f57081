import type { FreeTime } from '../contract/errors.ts'
import { mondayBefore, plainDateAt } from '../dates/format-date-time.ts'
import { withServiceQuery } from './service-query.ts'

export function timeLink(
  service: { slug: string; key: string | undefined },
  { start, site }: FreeTime,
  timeZone: string,
): string {
  const { slug, key } = service
  const day = plainDateAt(start, timeZone)
  const page = withServiceQuery(`/services/${slug}/availability`, { key, site: site.slug })
  return `${page}&${new URLSearchParams({ week: mondayBefore(day), day })}`
}
