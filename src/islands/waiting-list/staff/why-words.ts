import type { ListedWaiting } from '#lib/contract/waiting-list.ts'
import { formatDateTime } from '#lib/format-date-time.ts'

const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

/** "3rd for Flu vaccination". */
export const positionInWords = (position: number, service: string) =>
  `${position}${ENDINGS[ordinals.select(position)] ?? 'th'} for ${service}`

/** Why somebody is where they are in the queue, a sentence each. */
export function whyInWords(
  { position, joined, declined, expired, can_be_told }: ListedWaiting,
  timeZone: string,
): string[] {
  const before = (position ?? 1) - 1
  return [
    `Joined at ${formatDateTime(joined, timeZone)}. ${
      before === 0
        ? 'Nobody who waits for this service joined before.'
        : `${before} ${before === 1 ? 'person' : 'people'} joined before.`
    }`,
    ...(declined > 0 ? [`Declined ${times(declined)}, and kept the place.`] : []),
    ...(expired > 0 ? [`Did not answer ${times(expired)}, and kept the place.`] : []),
    ...(can_be_told
      ? []
      : ['Has no email address or mobile number: only you can offer a time, by telephone.']),
  ]
}

const times = (count: number) => `${count} ${count === 1 ? 'offer' : 'offers'}`
