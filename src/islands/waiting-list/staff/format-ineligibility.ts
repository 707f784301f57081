import type { WaitingListRow } from '#lib/contract/waiting-list.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { ordinal } from '#lib/text/ordinal.ts'

export const formatPosition = (position: number, service: string) =>
  `${ordinal(position)} for ${service}`

export function formatIneligibility(
  { position, joined, declined, expired, can_be_told }: WaitingListRow,
  timeZone: string,
): string[] {
  const before = (position ?? 1) - 1
  return [
    `Joined at ${formatDateTime(joined, timeZone)}. ${
      before === 0
        ? 'Nobody who waits for this service joined before.'
        : `${counted(before, 'person', 'people')} joined before.`
    }`,
    ...(declined > 0 ? [`Declined ${counted(declined, 'offer')}, and kept the place.`] : []),
    ...(expired > 0 ? [`Did not answer ${counted(expired, 'offer')}, and kept the place.`] : []),
    ...(can_be_told
      ? []
      : ['Has no email address or mobile number: only you can offer a time, by telephone.']),
  ]
}
