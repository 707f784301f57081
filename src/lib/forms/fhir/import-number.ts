import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import type { ImportedTexts } from './import-texts.ts'
import { labelWithUnit, quantityLimit } from './import-unit.ts'
import {
  addToReport,
  extensionNumber,
  type ItemSource,
  type QuestionnaireReading,
} from './importing.ts'

export function importedNumber(
  importing: QuestionnaireReading,
  source: ItemSource,
  given: ImportedTexts,
  kind: string | null,
): GroupedItem {
  const { node, name } = source
  const { words, unit } = labelWithUnit(importing, source, given)
  if (kind === 'calculated') {
    const { required: _, ...shown } = words
    return { type: 'calculated', ...shown, calculation: 'sum', of: [], ...(unit && { unit }) }
  }
  const min =
    extensionNumber(importing, node, extensionUrls.minValue, 'Integer', 'Decimal') ??
    quantityLimit(importing, source, extensionUrls.minQuantity, unit)
  const max =
    extensionNumber(importing, node, extensionUrls.maxValue, 'Integer', 'Decimal') ??
    quantityLimit(importing, source, extensionUrls.maxQuantity, unit)
  if (min !== undefined && max !== undefined && min > max) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      'No number is allowed: the smallest is above the largest.',
    )
  }
  const step = findStep(importing, source, min)
  return {
    type: 'number',
    ...words,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && { step }),
    ...(unit && { unit }),
  }
}

/** Steps count from the smallest number, so that must have no more decimals than they have. */
function findStep(
  importing: QuestionnaireReading,
  { node, name, type }: ItemSource,
  min: number | undefined,
): number | undefined {
  const slider = extensionNumber(importing, node, extensionUrls.sliderStep, 'Integer')
  const places = extensionNumber(importing, node, extensionUrls.maxDecimalPlaces, 'Integer')
  const isPlaces = places !== undefined && Number.isInteger(places) && places >= 0 && places <= 10
  const fromPlaces = isPlaces ? Number(`1e-${places}`) : undefined
  const step = slider !== undefined && slider > 0 ? slider : type === 'integer' ? 1 : fromPlaces
  if (step === undefined || min === undefined) return step
  if (Math.abs(min / step - Math.round(min / step)) < 1e-9 || slider !== undefined) return step
  addToReport(
    importing,
    'unsafe',
    node,
    name,
    'How many decimals a number may have is not checked.',
  )
  return undefined
}
