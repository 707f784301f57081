/** What patients are told of. The database names the same. */
export const messageEvents = [
  'booked',
  'rescheduled',
  'cancelled',
  'did_not_attend',
  'reminder',
] as const
export type MessageEvent = (typeof messageEvents)[number]
