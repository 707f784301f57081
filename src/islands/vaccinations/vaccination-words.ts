import {
  bodySiteChoices,
  type NotGivenReason,
  notGivenReasons,
  routeChoices,
} from '#lib/contract/records/administration-choices.ts'
import type { OwnVaccination } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'

export const routeInWords = (route: string): string =>
  routeChoices.find(({ value }) => value === route)?.label ?? ''

export const bodySiteInWords = (site: string): string =>
  bodySiteChoices.find(({ value }) => value === site)?.label ?? ''

export const reasonInWords = (reason: string): string =>
  notGivenReasons[reason as NotGivenReason] ?? ''

/** "Batch FL123, expires 30 June 2027". */
export function batchInWords({
  batch_number,
  expiry_date,
}: Pick<OwnVaccination, 'batch_number' | 'expiry_date'>): string {
  if (batch_number === '') return 'Batch not known'
  return `Batch ${batch_number}${expiry_date ? `, expires ${formatCalendarDate(expiry_date)}` : ''}`
}

/** "Into the muscle, left upper arm". */
export const administrationInWords = (
  of: Pick<OwnVaccination, 'route_of_administration' | 'site_of_administration'>,
): string => {
  const words = [
    routeInWords(of.route_of_administration),
    bodySiteInWords(of.site_of_administration),
  ].filter(Boolean)
  const [first, ...more] = words
  return [first, ...more.map((word) => word.toLowerCase())].filter(Boolean).join(', ')
}
