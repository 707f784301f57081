import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { childOf, extensionsOf, extensionValue, isFhirObject } from './fhir-node.ts'
import type { ImportedWords } from './import-words.ts'
import {
  extensionNumber,
  type ItemSource,
  markExtension,
  type QuestionnaireReading,
  tell,
} from './importing.ts'
import { plainLine } from './plain-text.ts'

export function importedNumber(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedWords,
  kind: string | null,
): GroupedItem {
  const { node, name } = source
  const unit = unitOf(importing, source)
  if (kind === 'calculated') {
    const { required: _, ...shown } = words
    // What it is calculated from is among our own properties.
    return { type: 'calculated', ...shown, calculation: 'sum', of: [], ...(unit && { unit }) }
  }
  const min =
    extensionNumber(importing, node, extensionUrls.minValue, 'Integer', 'Decimal') ??
    quantityLimit(importing, source, extensionUrls.minQuantity)
  const max =
    extensionNumber(importing, node, extensionUrls.maxValue, 'Integer', 'Decimal') ??
    quantityLimit(importing, source, extensionUrls.maxQuantity)
  if (min !== undefined && max !== undefined && min > max) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      'No number is allowed: the smallest is above the largest.',
    )
  }
  const step = stepOf(importing, source, min)
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
function stepOf(
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
  tell(importing, 'unsafe', node, name, 'How many decimals a number may have is not checked.')
  return undefined
}

/** A limit in the unit of the question. */
function quantityLimit(importing: QuestionnaireReading, { node }: ItemSource, url: string) {
  const [extension] = extensionsOf(node, url)
  const quantity = extensionValue(extension, 'Quantity')
  const value = quantity && childOf(quantity, 'value')
  if (
    !extension ||
    !quantity ||
    !isFhirObject(quantity.value) ||
    typeof value?.value !== 'number'
  ) {
    return undefined
  }
  markExtension(importing.marks, extension, quantity)
  return value.value
}

function unitOf(importing: QuestionnaireReading, { node, name }: ItemSource): string | undefined {
  const [given] = extensionsOf(node, extensionUrls.unit)
  const options = extensionsOf(node, extensionUrls.unitOption)
  const [extension] = given ? [given] : options
  const coding = extensionValue(extension, 'Coding')
  if (!extension || !coding) return undefined
  const words = [childOf(coding, 'display')?.value, childOf(coding, 'code')?.value]
  const long = words.find((one): one is string => typeof one === 'string' && one.trim() !== '')
  if (long === undefined) return undefined
  for (const each of given ? [given, ...options] : options) {
    const value = extensionValue(each, 'Coding')
    if (value) markExtension(importing.marks, each, value)
  }
  const short = words.findLast((one): one is string => typeof one === 'string' && one !== '')
  const unit =
    long.length > LONGEST_UNIT
      ? plainLine(short ?? long, LONGEST_UNIT)
      : plainLine(long, LONGEST_UNIT)
  const others = options.length - (given ? 0 : 1)
  if (others > 0) {
    tell(
      importing,
      'unsafe',
      node,
      name,
      `Answers are in ${unit}. Before, people could choose another unit.`,
    )
  }
  return unit || undefined
}

const LONGEST_UNIT = 20
