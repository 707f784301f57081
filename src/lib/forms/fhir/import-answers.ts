import { answerPatterns } from '../../contract/forms/form-constants.ts'
import type { FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import { clockAt, plainDateAt } from '../../dates/format-date-time.ts'
import { type FhirNode, isFhirObject } from './fhir-node.ts'
import type { QuestionnaireReading } from './importing.ts'
import { plainLine } from './plain-text.ts'

type FhirAnswer = { kind: string; value: FhirNode }

export function importedAnswer(
  importing: QuestionnaireReading,
  item: GroupedItem,
  { kind, value: { value } }: FhirAnswer,
): string | number | boolean | undefined {
  switch (item.type) {
    case 'number':
    case 'calculated':
      return toNumber(importing, item, kind, value)
    case 'checkbox':
      return kind === 'Boolean' && typeof value === 'boolean' ? value : undefined
    case 'date':
      return kind === 'Date' ? wholeDate(value) : undefined
    case 'time':
      return kind === 'Time' ? parseTime(value) : undefined
    case 'datetime':
      return kind === 'DateTime' ? parseMoment(value, importing.timeZone) : undefined
    case 'radio':
    case 'select':
    case 'checkboxes':
      return findChoice(importing, item, kind, value)
    default:
      return kind === 'String' && typeof value === 'string' ? heldText(value) : undefined
  }
}

/** Takes the text only where it is the same in one line; another text would compare otherwise. */
const heldText = (text: string) => (plainLine(text, 200) === text && text !== '' ? text : undefined)

function toNumber(
  importing: QuestionnaireReading,
  item: FormItemByType<'number' | 'calculated'>,
  kind: string,
  value: unknown,
): number | undefined {
  if (kind === 'Decimal' || kind === 'Integer') return finite(value)
  if (kind !== 'Quantity' || !isFhirObject(value) || value['comparator'] !== undefined) {
    return undefined
  }
  return isInUnit(importing, item, value) ? finite(value['value']) : undefined
}

export function isInUnit(
  { units }: QuestionnaireReading,
  { id, unit }: { id: string; unit?: string | undefined },
  quantity: unknown,
): boolean {
  if (!isFhirObject(quantity)) return false
  const named = [quantity['unit'], quantity['code']].filter((one) => typeof one === 'string')
  const known = units.get(id) ?? []
  return (
    named.length === 0 ||
    named.some((one) => one === unit || isSameUnit(one, unit) || known.includes(one))
  )
}

const finite = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** People write these units of UCUM otherwise. */
export const ucumCodes: Readonly<Record<string, string>> = {
  '°C': 'Cel',
  '°F': '[degF]',
  mmHg: 'mm[Hg]',
  bpm: '/min',
  years: 'a',
  months: 'mo',
  weeks: 'wk',
  days: 'd',
  hours: 'h',
  minutes: 'min',
}
const isSameUnit = (code: unknown, unit: string | undefined) =>
  unit !== undefined && Object.hasOwn(ucumCodes, unit) && ucumCodes[unit] === code

export function wholeDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}

function parseTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{2}:\d{2}(?::00(?:\.0+)?)?$/.test(value)) return undefined
  const minute = value.slice(0, 5)
  return answerPatterns.time.test(minute) ? minute : undefined
}

function parseMoment(value: unknown, timeZone: string): string | undefined {
  if (typeof value !== 'string') return undefined
  const known = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00(?:\.0+)?(?:Z|[+-]\d{2}:\d{2})$/.test(value)
  const at = new Date(value)
  if (!known || wholeDate(value.slice(0, 10)) === undefined || Number.isNaN(at.getTime())) {
    return undefined
  }
  return `${plainDateAt(at, timeZone)}T${clockAt(at, timeZone)}`
}

function findChoice(
  { options }: QuestionnaireReading,
  item: Extract<GroupedItem, { options: unknown }>,
  kind: string,
  value: unknown,
): string | undefined {
  const known = options.get(item.id) ?? []
  if (kind === 'Boolean') return known.find(({ code }) => code === String(value))?.value
  if (kind === 'Coding' && isFhirObject(value)) {
    const { code, system } = value
    const named = known.filter((option) => option.code === code)
    const same = named.find((option) => !system || !option.system || option.system === system)
    return same?.value
  }
  const isText = typeof value === 'string' || typeof value === 'number'
  if (!isText || kind === 'Coding') return undefined
  const found = known.find(({ code }) => code === String(value))?.value
  return found ?? (item.other !== undefined ? heldText(String(value)) : undefined)
}
