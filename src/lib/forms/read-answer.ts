import type { Answer, AnswerToQuestion } from '../contract/forms/form-answers.ts'
import { answerPatterns } from '../contract/forms/form-constants.ts'
import type { GroupedItem } from '../contract/forms/form-item.ts'
import { normalText } from '../contract/normal-text.ts'
import { tooLong } from '../contract/text-length.ts'
import { dateParts, dateProblem, isExactDate, toPlainDate } from '../dates/date-parts.ts'
import { formatCalendarDate } from '../dates/format-date-time.ts'
import { isFiles, isSignature, isTexts } from './answer-kinds.ts'

/**
 * It has neither where the answer is empty. A malformed answer is nothing that a person can have
 * typed, and not even a draft may hold it.
 */
export type ReadAnswer = { value?: AnswerToQuestion; problem?: string; isMalformed?: true }

type Reader<Type extends GroupedItem['type']> = (
  item: Extract<GroupedItem, { type: Type }>,
  raw: Answer,
) => ReadAnswer

const malformed = (problem: string): ReadAnswer => ({ problem, isMalformed: true })

export const WRONG_KIND = 'This answer is not of the kind that the question needs'
const OF_WRONG_KIND = malformed(WRONG_KIND)
const UNUSUAL = { problem: 'Remove the unusual characters' }

const readText: Reader<'text' | 'textarea' | 'email' | 'tel' | 'url' | 'color'> = (item, raw) => {
  if (typeof raw !== 'string') return OF_WRONG_KIND
  const text = normalText(raw).trim()
  if (text === '') return {}
  const { min_length = 0, max_length = LONGEST, pattern } = item
  if (text.length > max_length) return { problem: tooLong(max_length) }
  if (text.length < min_length) {
    return { problem: `Use ${min_length.toLocaleString('en-GB')} characters or more` }
  }
  const isOneLine = item.type !== 'textarea'
  if (!(isOneLine ? LINE : PARAGRAPH).test(text)) return UNUSUAL
  const needed = [pattern, patternOfType(item.type)].find(
    (name) => name !== undefined && !patterns[name].test(text),
  )
  return needed === undefined ? { value: text } : { problem: patternTexts[needed] }
}

const LONGEST = 20_000
const LINE = /^[^\p{Cc}\p{Cs}]*$/u
const PARAGRAPH = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u

const patterns = {
  ...answerPatterns,
  phone: /^\+?[\d\s().-]{3,30}(?:(?:x|ext\.?)\s?\d{1,6})?$/i,
  address: /^https?:\/\/[^\s/][^\s/.]*\.\S+$/i,
}
type Pattern = keyof typeof patterns

const patternOfType = (type: GroupedItem['type']): Pattern | undefined =>
  type === 'email' ? 'email' : type === 'tel' ? 'phone' : type === 'url' ? 'address' : undefined

const patternTexts: Record<Pattern, string> = {
  date: 'Enter a date as year/month/day, like 2026/08/06',
  time: 'Enter a time, like 09:30',
  fulltime: 'Enter a time with seconds, like 09:30:00',
  email: 'Enter an email address, like name@example.com',
  hexColor: 'Enter a colour, like #0a7d4f',
  rgbColor: 'Enter a colour, like rgb(10, 125, 79)',
  phone: 'Enter a phone number, like 01632 960 001',
  address: 'Enter a web address, like https://www.example.com',
}

const readNumber: Reader<'number'> = ({ min, max, step, unit }, raw) => {
  if (typeof raw !== 'number' && typeof raw !== 'string') return OF_WRONG_KIND
  if (typeof raw === 'number' && !Number.isFinite(raw)) return OF_WRONG_KIND
  const text = String(raw).trim().replace(/^\+/, '').replace('−', '-')
  if (text === '') return {}
  if (!/^-?\d{1,15}(?:[.]\d{1,10})?$/.test(text)) {
    return { problem: step === 1 ? 'Enter a whole number' : 'Enter a number, like 70 or 70.5' }
  }
  const value = Number(text)
  const of = unit ? ` ${unit}` : ''
  if (min !== undefined && value < min) return { problem: `Enter ${min}${of} or more` }
  if (max !== undefined && value > max) return { problem: `Enter ${max}${of} or less` }
  if (step !== undefined && !isMultiple(value - (min ?? 0), step)) {
    return { problem: step === 1 ? 'Enter a whole number' : `Enter it in steps of ${step}` }
  }
  return { value }
}

const isMultiple = (value: number, step: number) => {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9
}

const readDate: Reader<'date'> = ({ min, max }, raw) => {
  if (typeof raw !== 'string') return OF_WRONG_KIND
  if (!isTypedDate(raw)) return OF_WRONG_KIND
  const date = typedDate(raw)
  const { value } = date
  if (value === undefined) return date
  if (min !== undefined && value < min) {
    return { problem: `Enter ${formatCalendarDate(min)} or a later date` }
  }
  if (max !== undefined && value > max) {
    return { problem: `Enter ${formatCalendarDate(max)} or an earlier date` }
  }
  return date
}

const isTypedDate = (raw: string) => raw === '' || raw.split('-').length === 3

function typedDate(raw: string): { value?: string; problem?: string } {
  const problem = dateProblem(raw, 'Date')
  if (problem !== null) return { problem }
  return Object.values(dateParts(raw)).some(Boolean) ? { value: toPlainDate(raw) } : {}
}

const readTime: Reader<'time'> = (_item, raw) => {
  if (typeof raw !== 'string') return OF_WRONG_KIND
  return typedTime(raw)
}

/** `9:05`, `9.05`, `0905` and `9:05am` are five past nine; also the words in which times are shown. */
function typedTime(raw: string): { value?: string; problem?: string } {
  const text = raw.toLowerCase().replace(/[\s\u00a0]/g, '')
  if (text === '') return {}
  if (/^(?:12(?:[:.]?00)?)?(?:noon|midday)$/.test(text)) return { value: '12:00' }
  if (/^(?:12(?:[:.]?00)?)?midnight$/.test(text)) return { value: '00:00' }
  const [, twelve, past = '00', half, day = '', minutes = ''] = TIME.exec(text) ?? []
  const value =
    half === undefined
      ? `${day.padStart(2, '0')}:${minutes}`
      : `${hourOfHalf(Number(twelve), half).padStart(2, '0')}:${past}`
  return answerPatterns.time.test(value)
    ? { value }
    : { problem: 'Enter a time, like 2:30pm or 14:30' }
}

const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?([ap])\.?m\.?$|^(\d{1,2})[:.]?(\d{2})$/

/** Is no hour of a clock where a half of the day has no such hour. */
const hourOfHalf = (hour: number, half: string) =>
  hour < 1 || hour > 12 ? '--' : String((hour % 12) + (half === 'p' ? 12 : 0))

const readDatetime: Reader<'datetime'> = (_item, raw) => {
  if (typeof raw !== 'string') return OF_WRONG_KIND
  const [date = '', time = '', ...more] = raw.split('T')
  if (!isTypedDate(date) || more.length > 0) return OF_WRONG_KIND
  const [day, clock] = [typedDate(date), typedTime(time)]
  const problem = day.problem ?? clock.problem
  if (problem !== undefined) return { problem }
  if (day.value === undefined && clock.value === undefined) return {}
  if (day.value === undefined) return { problem: 'Enter the date' }
  if (clock.value === undefined) return { problem: 'Enter the time' }
  return { value: `${day.value}T${clock.value}` }
}

const LONGEST_OTHER = 200

export const OWN_ANSWER_MISSING = 'Enter your answer'

const readChoice: Reader<'select' | 'radio'> = ({ options, other, required }, raw) => {
  if (typeof raw !== 'string') return OF_WRONG_KIND
  if (options.some(({ value }) => value === raw)) return { value: raw }
  const text = normalText(raw).trim()
  // Where no answer is needed, a choice that cannot be taken back stops nobody.
  if (text === '') return raw && other && required ? { problem: OWN_ANSWER_MISSING } : {}
  if (other === undefined) return malformed('Choose one of the answers')
  return ownTextProblem(text) ?? { value: text }
}

function ownTextProblem(text: string): ReadAnswer | undefined {
  if (text.length > LONGEST_OTHER) return { problem: tooLong(LONGEST_OTHER) }
  return LINE.test(text) ? undefined : UNUSUAL
}

const readChoices: Reader<'checkboxes'> = ({ options, other }, raw) => {
  if (!isTexts(raw)) return OF_WRONG_KIND
  const given = [...new Set(raw)]
  const known = options.map(({ value }) => value).filter((value) => given.includes(value))
  const own = given
    .filter((value) => !known.includes(value))
    .map((value) => normalText(value).trim())
    .filter((value) => value !== '')
  if (own.length > (other === undefined ? 0 : 1)) return malformed('Choose from the answers')
  if (other !== undefined && given.some((value) => value !== '' && value.trim() === '')) {
    return { problem: OWN_ANSWER_MISSING }
  }
  const [ownProblem] = own.flatMap((text) => ownTextProblem(text) ?? [])
  if (ownProblem) return ownProblem
  const value = [...known, ...own]
  const alone = options.find((option) => option.exclusive && known.includes(option.value))
  if (alone && value.length > 1) return { problem: `Choose “${alone.label}” or the others` }
  return value.length > 0 ? { value } : {}
}

const readTick: Reader<'checkbox'> = (_item, raw) => {
  if (typeof raw !== 'boolean') return OF_WRONG_KIND
  return raw ? { value: true } : {}
}

const readSignature: Reader<'signature'> = (_item, raw) => {
  if (!isSignature(raw)) return OF_WRONG_KIND
  const { name, drawn, signed_on } = raw
  const signed = normalText(name).trim()
  if (drawn && !SVG_PATH.test(drawn)) return malformed('Draw your signature again')
  if (signed === '') return drawn ? { problem: 'Enter your full name below the signature' } : {}
  if (!LINE.test(signed)) return UNUSUAL
  if (!isExactDate(signed_on)) return malformed('Sign again')
  return { value: { name: signed, ...(drawn && { drawn }), signed_on } }
}

const SVG_PATH = /^(?:M ?-?\d[\d\s.,-]*(?:[LCQ][\d\s.,-]+)*)+$/

const readFiles: Reader<'file'> = ({ multiple }, raw) => {
  if (!isFiles(raw)) return OF_WRONG_KIND
  if (raw.length > 1 && !multiple) return { problem: 'Choose one file' }
  return raw.length > 0 ? { value: raw } : {}
}

/** Reads a draft's answer to one question; whether it is required is for the caller. */
export function readAnswer(item: GroupedItem, raw: Answer | undefined): ReadAnswer {
  if (raw === undefined) return {}
  switch (item.type) {
    case 'number':
      return readNumber(item, raw)
    case 'date':
      return readDate(item, raw)
    case 'time':
      return readTime(item, raw)
    case 'datetime':
      return readDatetime(item, raw)
    case 'select':
    case 'radio':
      return readChoice(item, raw)
    case 'checkboxes':
      return readChoices(item, raw)
    case 'checkbox':
      return readTick(item, raw)
    case 'signature':
      return readSignature(item, raw)
    case 'file':
      return readFiles(item, raw)
    case 'heading':
    case 'paragraph':
    case 'calculated':
      return {}
    default:
      return readText(item, raw)
  }
}

export function missingAnswer({ type }: GroupedItem): string {
  switch (type) {
    case 'radio':
    case 'select':
      return 'Choose an answer'
    case 'checkboxes':
      return 'Choose at least one answer'
    case 'checkbox':
      return 'Tick the box to go on'
    case 'signature':
      return 'Sign here'
    case 'file':
      return 'Choose a file'
    case 'date':
      return 'Enter a date'
    case 'time':
      return 'Enter a time'
    case 'datetime':
      return 'Enter a date and time'
    case 'number':
      return 'Enter a number'
    default:
      return 'Enter an answer'
  }
}
