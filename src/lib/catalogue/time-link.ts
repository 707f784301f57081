import type { FreeTime } from '../contract/errors.ts'
import { withServiceQuery } from './service-query.ts'

/** Who presses it has the time held at once. */
export function timeLink(
  { slug, key }: { slug: string; key: string | undefined },
  { start, site }: FreeTime,
): string {
  const page = withServiceQuery(`/services/${slug}/availability`, { key, site: site.slug })
  return `${page}&${new URLSearchParams({ time: start })}`
}
