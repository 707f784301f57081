import type { FormItemByType } from '../../contract/forms/form-item.ts'
import type { FhirJson } from './exporting.ts'

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
export const toCoding = (item: ChoiceItem, value: string): FhirJson | undefined =>
  exportedOptions(item).find((option) => option.value === value)?.coding
