import {
  bodySiteChoices,
  type NotGivenReason,
  notGivenReasons,
  routeChoices,
} from '#lib/contract/records/administration-choices.ts'
import type { OwnVaccination } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'

export const formatRoute = (route: string): string =>
  routeChoices.find(({ value }) => value === route)?.label ?? ''

export const formatBodySite = (site: string): string =>
  bodySiteChoices.find(({ value }) => value === site)?.label ?? ''

export const formatNotGivenReason = (reason: string): string =>
  notGivenReasons[reason as NotGivenReason] ?? ''

export function formatBatch({
  batch_number,
  expiry_date,
}: Pick<OwnVaccination, 'batch_number' | 'expiry_date'>): string {
  if (batch_number === '') return 'Batch not known'
  return `Batch ${batch_number}${expiry_date ? `, expires ${formatCalendarDate(expiry_date)}` : ''}`
}

export const formatAdministration = (
  of: Pick<OwnVaccination, 'route_of_administration' | 'site_of_administration'>,
): string => {
  const text = [
    formatRoute(of.route_of_administration),
    formatBodySite(of.site_of_administration),
  ].filter(Boolean)
  const [first, ...more] = text
  return [first, ...more.map((word) => word.toLowerCase())].filter(Boolean).join(', ')
}
