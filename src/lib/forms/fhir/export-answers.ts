import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { instantAt } from '../../dates/instant-at.ts'
import { isYesNo, toCoding } from './export-options.ts'
import type { FhirJson } from './exporting.ts'
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
