import { z } from 'zod'
import { line } from './fields.ts'

export const HOURS_DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'bank_holiday',
] as const
export type HoursDay = (typeof HOURS_DAYS)[number]

const eachDay = <T>(value: T) =>
  Object.fromEntries(HOURS_DAYS.map((day) => [day, value])) as Record<HoursDay, T>

/** Wall-clock times `HH:mm`; `24:00` is the midnight at the end. */
const OpeningRange = z.object({ opens: z.string(), closes: z.string() })
type OpeningRange = z.infer<typeof OpeningRange>

/** `OPEN` means at times that vary, `CLOSED` all day. */
const DayHours = z.union([z.enum(['OPEN', 'CLOSED']), z.array(OpeningRange)])
export type DayHours = z.infer<typeof DayHours>

export const OpeningHours = z.object(eachDay(DayHours))
export type OpeningHours = z.infer<typeof OpeningHours>

const MOST_RANGES = 3
const RANGE = /^(\d\d:\d\d)-(\d\d:\d\d)$/
const NOT_READ = 'Enter times such as 9am to 5:30pm, or Closed, or Open'

export const dayHours = line(100)
  .transform(tidyDayHours)
  .pipe(
    z.string().superRefine((text, context) => {
      const message = describeProblem(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    }),
  )

export const hoursFields = <T extends z.ZodType>(field: T) =>
  Object.fromEntries(HOURS_DAYS.map((day) => [`${day}_hours`, field])) as Record<
    `${HoursDay}_hours`,
    T
  >

/** Reads what `tidyDayHours` wrote; null for empty text. */
export function parseDayHours(text: string): DayHours | null {
  if (text === '') return null
  if (text === 'Open') return 'OPEN'
  return text === 'Closed' ? 'CLOSED' : parseRanges(text)
}

const parseRanges = (text: string): OpeningRange[] =>
  text.split(', ').flatMap((part) => {
    const [, opens, closes] = RANGE.exec(part) ?? []
    return opens !== undefined && closes !== undefined ? [{ opens, closes }] : []
  })

/** "9am to 1pm and 2pm–5.30pm" becomes `09:00-13:00, 14:00-17:30`; unreadable text stays. */
export function tidyDayHours(text: string): string {
  const words = text.trim()
  if (/^closed$/i.test(words)) return 'Closed'
  if (/^open(, times vary)?$/i.test(words)) return 'Open'
  const ranges = words.split(/\s*(?:[,;&]|\band\b)\s*/i).map(tidyRange)
  return ranges.includes(null) ? words : ranges.join(', ')
}

function tidyRange(text: string): string | null {
  const [from = '', until = '', ...more] = text.split(/\s*(?:[-–—]|\bto\b|\buntil\b)\s*/i)
  const opens = parseClock(from, '00:00')
  const closes = parseClock(until, '24:00')
  return opens && closes && more.length === 0 ? `${opens}-${closes}` : null
}

function parseClock(text: string, midnight: '00:00' | '24:00'): string | null {
  if (/^(12 ?)?midnight$/i.test(text)) return midnight
  if (/^(12 ?)?(noon|midday)$/i.test(text)) return '12:00'
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.]?(\d\d))?\s*([ap]m)?$/i.exec(text) ?? []
  if (hours === undefined || !(minutes || half) || Number(minutes ?? 0) > 59) return null
  const isLate = half?.toLowerCase() === 'pm'
  const hour = half ? (Number(hours) % 12) + (isLate ? 12 : 0) : Number(hours)
  if (half && (Number(hours) > 12 || Number(hours) === 0)) return null
  const clock = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
  return clock <= '23:59' || clock === midnight ? clock : null
}

function describeProblem(text: string): string | undefined {
  if (['', 'Open', 'Closed'].includes(text)) return undefined
  const ranges = parseRanges(text)
  if (ranges.length !== text.split(', ').length) return NOT_READ
  if (ranges.length > MOST_RANGES) return `Enter ${MOST_RANGES} periods or fewer`
  const isBackwards = ranges.some(({ opens, closes }) => closes <= opens)
  if (isBackwards) return 'The closing time must be later than the opening time. Write 5pm or 17:00'
  const overlap = ranges.some(({ opens }, place) => opens <= (ranges[place - 1]?.closes ?? ''))
  return overlap ? 'Enter the periods in order, such as 9am to 1pm, 2pm to 5:30pm' : undefined
}
