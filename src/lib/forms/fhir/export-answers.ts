import type { FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import { instantAt } from '../../dates/instant-at.ts'
import { ucumCodes } from './import-answers.ts'

export function exportedAnswer(
  item: GroupedItem,
  value: string | number | boolean,
  timeZone: string,
): FhirJson | undefined {
  switch (item.type) {
    case 'number':
    case 'calculated':
      return typeof value === 'number' ? toNumber(item, value) : undefined
    case 'checkbox':
      return { valueBoolean: value }
    case 'date':
      return { valueDate: value }
    case 'time':
      return { valueTime: `${value}:00` }
    case 'datetime':
      return { valueDateTime: toMoment(String(value), timeZone) }
    case 'url':
      return { valueUri: value }
    case 'radio':
    case 'select':
    case 'checkboxes': {
      if (isYesNo(item)) return { valueBoolean: value === 'yes' }
      const coding = toCoding(item, String(value))
      return coding ? { valueCoding: coding } : { valueString: String(value) }
    }
    case 'heading':
    case 'paragraph':
    case 'file':
    case 'signature':
      return undefined
    default:
      return { valueString: String(value) }
  }
}

function toNumber(
  item: Extract<GroupedItem, { type: 'number' | 'calculated' }>,
  value: number,
): FhirJson {
  const { unit } = item
  if (unit !== undefined) return { valueQuantity: toQuantity(value, unit) }
  const isWhole = item.type === 'number' && item.step !== undefined && Number.isSafeInteger(value)
  return isWhole && [item.step, item.min ?? 0, item.max ?? 0].every(Number.isSafeInteger)
    ? { valueInteger: value }
    : { valueDecimal: value }
}

/** Adds the code of UCUM where the unit has one that is known. */
function toQuantity(value: number, unit: string): FhirJson {
  const isSame = ['kg', 'g', 'mg', 'cm', 'm', 'mm', 'L', 'mL', '%'].includes(unit)
  const code = isSame ? unit : Object.hasOwn(ucumCodes, unit) ? ucumCodes[unit] : undefined
  return { value, unit, ...(code && { system: 'http://unitsofmeasure.org', code }) }
}

const toMoment = (value: string, timeZone: string): string => {
  const [date = '', time = ''] = value.split('T')
  return new Date(instantAt(date, time, timeZone)).toISOString()
}

type ChoiceItem = FormItemByType<'radio' | 'select' | 'checkboxes'>

/** It is exported as a boolean, which other programs know best. */
export function isYesNo(item: { type: string }): boolean {
  if (item.type !== 'radio') return false
  const { options, other } = item as FormItemByType<'radio'>
  return (
    other === undefined &&
    JSON.stringify(options) ===
      JSON.stringify([
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ])
  )
}

/** FHIR writes a code without white space around it, and with one space between words. */
const CODE = /^[^\s]+(?: [^\s]+)*$/

export function exportedOptions(item: ChoiceItem): {
  value: string
  coding: FhirJson
  score: number | undefined
  isExclusive: boolean
  isInitial: boolean
}[] {
  const initial = item.initial === undefined ? [] : [item.initial].flat()
  const used = new Set(item.options.map(({ value }) => value))
  return item.options.map(({ value, label, score, ...option }, at) => ({
    value,
    coding: { code: CODE.test(value) ? value : unusedCode(at, used), display: label },
    score,
    isExclusive: 'exclusive' in option,
    isInitial: initial.includes(value),
  }))
}

function unusedCode(at: number, used: ReadonlySet<string>): string {
  let code = `option-${at + 1}`
  while (used.has(code)) code = `${code}-`
  return code
}

/** Gives the coding of an option; undefined for words of the patient's own. */
const toCoding = (item: ChoiceItem, value: string): FhirJson | undefined =>
  exportedOptions(item).find((option) => option.value === value)?.coding

export type FhirJson = Record<string, unknown>

export type Exporting = {
  targets: ReadonlyMap<string, GroupedItem>
  timeZone: string
}
