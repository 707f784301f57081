import { answerPatterns } from '../../contract/forms/form-constants.ts'
import type { FormItem, FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import {
  type Exporting,
  exportedAnswer,
  exportedOptions,
  type FhirJson,
  isYesNo,
} from './export-answers.ts'
import { exportedConditions } from './export-conditions.ts'
import { extensionUrls } from './extension-urls.ts'

const itemControlSystem = 'http://hl7.org/fhir/questionnaire-item-control'

function exportedNumber(
  item: FormItemByType<'number'>,
): FhirJson & { type: string; extension: FhirJson[] } {
  const { min, max, step, unit } = item
  if (unit !== undefined) {
    const limit = (url: string, value: number | undefined) =>
      value === undefined ? [] : [{ url, valueQuantity: { value, unit } }]
    return {
      type: 'quantity',
      extension: [
        ...exportedUnit(item),
        ...limit(extensionUrls.minQuantity, min),
        ...limit(extensionUrls.maxQuantity, max),
        ...decimals(step),
      ],
    }
  }
  const isWhole = step !== undefined && [step, min ?? 0, max ?? 0].every(Number.isSafeInteger)
  const kind = isWhole ? 'valueInteger' : 'valueDecimal'
  const limit = (url: string, value: number | undefined) =>
    value === undefined ? [] : [{ url, [kind]: value }]
  return {
    type: isWhole ? 'integer' : 'decimal',
    extension: [
      ...limit(extensionUrls.minValue, min),
      ...limit(extensionUrls.maxValue, max),
      ...(isWhole && step !== 1 ? [{ url: extensionUrls.sliderStep, valueInteger: step }] : []),
      ...(isWhole ? [] : decimals(step)),
    ],
  }
}

/** Steps of 1, 0.1, 0.01 and so on say how many decimals there may be. */
function decimals(step: number | undefined): FhirJson[] {
  const places = step === undefined ? -1 : Math.round(-Math.log10(step))
  const isSaid = places >= 0 && places <= 10 && Number(`1e-${places}`) === step
  return isSaid ? [{ url: extensionUrls.maxDecimalPlaces, valueInteger: places }] : []
}

function exportedUnit({ unit }: { unit?: string | undefined }): FhirJson[] {
  return unit ? [{ url: extensionUrls.unitOption, valueCoding: { display: unit } }] : []
}

const isStepLost = (item: FormItemByType<'number'>) =>
  !JSON.stringify(exportedNumber(item)).match(/"integer"|maxDecimalPlaces/)

export function exportedItem(
  item: FormItem,
  exporting: Exporting,
): { fhir: FhirJson; lost: string[] } {
  const { enableWhen, enableBehavior, lost } = exportedConditions(item.show_when, exporting)
  const { extension, ...parts } = toParts(item, exporting)
  const text = item.type === 'paragraph' ? item.text : item.label
  return {
    fhir: {
      ...(extension && extension.length > 0 && { extension }),
      linkId: item.id,
      // R4 has no empty text.
      ...(text && { text }),
      ...parts,
      ...(enableWhen && { enableWhen }),
      ...(enableBehavior && { enableBehavior }),
      ...('required' in item && item.required === true && { required: true }),
    },
    lost: [...lost, ...findLostParts(item)],
  }
}

type Parts = FhirJson & { type: string; extension?: FhirJson[] }

function toParts(item: FormItem, exporting: Exporting): Parts {
  switch (item.type) {
    case 'page':
      return { type: 'group', extension: [toKind(item), control('page')] }
    case 'group':
      return { ...occurring(item), type: 'group', repeats: true }
    case 'heading':
      return { type: 'display', extension: [toKind(item)] }
    case 'paragraph':
      return { type: 'display' }
    case 'signature':
      return { type: 'attachment', extension: [toKind(item), signatureRequired] }
    case 'file':
      return {
        type: 'attachment',
        extension: (item.accept ?? []).map((type) => code(extensionUrls.mimeType, type)),
        ...(item.multiple && { repeats: true }),
      }
    case 'calculated':
      return {
        type: item.unit === undefined ? 'decimal' : 'quantity',
        extension: [toKind(item), ...exportedUnit(item)],
        readOnly: true,
      }
    default:
      return { ...questionParts(item), ...toInitial(item, exporting) }
  }
}

type QuestionItem = Exclude<
  GroupedItem,
  { type: 'heading' | 'paragraph' | 'signature' | 'file' | 'calculated' }
>

function questionParts(item: QuestionItem): Parts {
  switch (item.type) {
    case 'number':
      return exportedNumber(item)
    case 'date':
      return {
        type: 'date',
        extension: [
          ...(item.min ? [{ url: extensionUrls.minValue, valueDate: item.min }] : []),
          ...(item.max ? [{ url: extensionUrls.maxValue, valueDate: item.max }] : []),
        ],
      }
    case 'time':
      return { type: 'time' }
    case 'datetime':
      return { type: 'dateTime' }
    case 'checkbox':
      return { type: 'boolean', extension: [toKind(item), control('check-box')] }
    case 'radio':
    case 'select':
    case 'checkboxes':
      return choiceParts(item)
    default:
      return textParts(item)
  }
}

function choiceParts(item: FormItemByType<'radio' | 'select' | 'checkboxes'>): Parts {
  if (isYesNo(item)) return { type: 'boolean', extension: [control('radio-button')] }
  const controls = { radio: 'radio-button', select: 'drop-down', checkboxes: 'check-box' }
  return {
    type: item.other === undefined ? 'choice' : 'open-choice',
    extension: [
      control(controls[item.type]),
      ...(item.other === undefined
        ? []
        : [{ url: extensionUrls.openLabel, valueString: item.other }]),
    ],
    ...(item.type === 'checkboxes' && { repeats: true }),
    answerOption: exportedOptions(item).map(({ coding, score, isExclusive, isInitial }) => {
      const extension = [
        ...(score === undefined ? [] : [{ url: extensionUrls.ordinalValue, valueDecimal: score }]),
        ...(isExclusive ? [{ url: extensionUrls.optionExclusive, valueBoolean: true }] : []),
      ]
      return {
        ...(extension.length > 0 && { extension }),
        valueCoding: coding,
        ...(isInitial && { initialSelected: true }),
      }
    }),
  }
}

type TextItem = Extract<GroupedItem, { max_length?: unknown }>

function textParts(item: TextItem): Parts {
  const { type, min_length, max_length, pattern } = item
  const kinds = { textarea: 'text', url: 'url' } as const
  const needed = pattern ?? (type === 'email' ? 'email' : undefined)
  return {
    type: type === 'textarea' || type === 'url' ? kinds[type] : 'string',
    extension: [
      ...(type === 'email' || type === 'tel' || type === 'color' ? [toKind(item)] : []),
      ...(min_length === undefined
        ? []
        : [{ url: extensionUrls.minLength, valueInteger: min_length }]),
      ...(needed ? [{ url: extensionUrls.regex, valueString: answerPatterns[needed].source }] : []),
    ],
    ...(max_length !== undefined && { maxLength: max_length }),
  }
}

/** Options say themselves which of them it begins with. */
function toInitial(item: QuestionItem, exporting: Exporting): FhirJson {
  if (item.initial === undefined) return {}
  // Beside options FHIR takes no value (que-11); words of one's own travel as a property of ours.
  if ('options' in item && !isYesNo(item)) return {}
  const initial = [item.initial]
    .flat()
    .flatMap((value) => exportedAnswer(item, value, exporting.timeZone) ?? [])
  return initial.length > 0 ? { initial } : {}
}

function occurring({ min, max }: FormItemByType<'group'>) {
  return {
    extension: [
      ...(min === undefined ? [] : [{ url: extensionUrls.minOccurs, valueInteger: min }]),
      ...(max === undefined ? [] : [{ url: extensionUrls.maxOccurs, valueInteger: max }]),
    ],
    ...(min !== undefined && min > 0 && { required: true }),
  }
}

const toKind = ({ type }: FormItem): FhirJson => code(extensionUrls.formKind, type)

const code = (url: string, valueCode: string): FhirJson => ({ url, valueCode })

export const control = (name: string): FhirJson => ({
  url: extensionUrls.itemControl,
  valueCodeableConcept: { coding: [{ system: itemControlSystem, code: name }] },
})

const signatureRequired: FhirJson = {
  url: extensionUrls.signatureRequired,
  valueCodeableConcept: {
    coding: [
      {
        system: 'urn:iso-astm:E1762-95:2013',
        code: '1.2.840.10065.1.12.1.5',
        display: 'Verification Signature',
      },
    ],
  },
}

function findLostParts(item: FormItem): string[] {
  const has = (name: string) => (item as Record<string, unknown>)[name] !== undefined
  return [
    ...('alerts' in item && item.alerts && item.alerts.length > 0
      ? ['Its alerts are for this product alone.']
      : []),
    ...(has('prefill') || has('prefill_answer')
      ? ['Other programs will not fill it in from the record.']
      : []),
    ...(item.type === 'calculated'
      ? ['Other programs will not calculate it. It is for reading only there.']
      : []),
    ...('options' in item && item.options.some(({ hint }) => hint)
      ? ['Other programs will not show the hints of its options.']
      : []),
    ...(item.type === 'number' && item.step !== undefined && isStepLost(item)
      ? [`Other programs will not check steps of ${item.step}.`]
      : []),
    ...(item.type === 'tel' || item.type === 'color' ? ['Other programs take any text here.'] : []),
  ]
}
