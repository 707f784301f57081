import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { extensionValue, type FhirNode, findChild, findExtensions } from './fhir-node.ts'
import { isInUnit, ucumCodes } from './import-answers.ts'
import { type ImportedTexts, LONGEST_HINT, LONGEST_LABEL } from './import-texts.ts'
import {
  addToReport,
  extensionNumber,
  type ItemSource,
  markExtension,
  type QuestionnaireReading,
} from './importing.ts'
import { wholeLine } from './plain-text.ts'

const LONGEST_UNIT = 20
const UCUM = 'http://unitsofmeasure.org'

/**
 * A unit that is too long is never cut, because the rest of it may be another unit: it goes whole
 * into the hint, else into the label.
 */
function labelWithUnit(
  importing: QuestionnaireReading,
  source: ItemSource,
  texts: ImportedTexts,
): { texts: ImportedTexts; unit?: string } {
  const { node, name, id } = source
  const given = findExtensions(node, extensionUrls.unit)[0]
  const options = findExtensions(node, extensionUrls.unitOption)
  const coding = extensionValue(given ?? options[0], 'Coding')
  const code = coding && lineAt(coding, 'code')
  const written = (coding && lineAt(coding, 'display')) || code
  if (!coding || !written) return { texts }
  for (const each of given ? [given, ...options] : options) {
    const value = extensionValue(each, 'Coding')
    if (value) markExtension(importing.marks, each, value)
  }
  importing.units.set(id, code ? [written, code] : [written])
  const others = options.length - (given ? 0 : 1)
  if (others > 0) {
    const message = `Answers are in ${written}. Before, people could choose another unit.`
    addToReport(importing, 'unsafe', node, name, message)
  }
  const isCodeReadable = findChild(coding, 'system')?.value === UCUM
  const unit = [written, isCodeReadable ? code : undefined].find(
    (one) => one && one.length <= LONGEST_UNIT,
  )
  if (code && ![written, unit, ucumCodes[written]].includes(code)) {
    addToReport(importing, 'left_out', node, name, `The code of its unit is not kept: ${code}`)
  }
  if (unit === written) return { texts, unit }
  return { texts: withLongUnit(importing, source, texts, { written, unit }), ...(unit && { unit }) }
}

const lineAt = (node: FhirNode, part: string): string | undefined => {
  const text = findChild(node, part)?.value
  return typeof text === 'string' ? wholeLine(text) || undefined : undefined
}

function withLongUnit(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  texts: ImportedTexts,
  { written, unit }: { written: string; unit: string | undefined },
): ImportedTexts {
  const hint = [texts.hint, `Unit: ${written}`].filter(Boolean).join(' ')
  const label = `${texts.label} (unit: ${written})`
  const place =
    hint.length <= LONGEST_HINT ? 'hint' : label.length <= LONGEST_LABEL ? 'label' : undefined
  if (!place) {
    const message = `${unit ? `Its unit is shown as “${unit}”, without its words, because these are` : 'Its unit is left out, because it is'} too long: ${written.slice(0, 5_000)}`
    addToReport(importing, 'unsafe', node, name, message)
    return texts
  }
  const message = unit
    ? `Its unit is shown as “${unit}”, with its words in the ${place}, because these have`
    : `Its unit is in the ${place} now, because it has`
  const length = `more than ${LONGEST_UNIT} characters`
  addToReport(importing, 'changed', node, name, `${message} ${length}: ${written}`)
  return place === 'hint' ? { ...texts, hint } : { ...texts, label }
}

/** Reads a limit in the unit of the question; one in another unit would be another limit. */
function quantityLimit(
  importing: QuestionnaireReading,
  { node, name, id }: ItemSource,
  url: string,
  unit: string | undefined,
): number | undefined {
  const [extension] = findExtensions(node, url)
  const quantity = extensionValue(extension, 'Quantity')
  const value = quantity && findChild(quantity, 'value')?.value
  if (!extension || !quantity || typeof value !== 'number') return undefined
  if (isInUnit(importing, { id, unit }, quantity.value)) {
    markExtension(importing.marks, extension, quantity)
    return value
  }
  importing.marks.mark(extension)
  const named = lineAt(quantity, 'unit') ?? lineAt(quantity, 'code')
  const message = `The limit ${value} ${named?.slice(0, 200)} is not checked, because the question is not in that unit.`
  addToReport(importing, 'unsafe', extension, name, message)
  return undefined
}

export function importedNumber(
  importing: QuestionnaireReading,
  source: ItemSource,
  given: ImportedTexts,
  kind: string | null,
): GroupedItem {
  const { node, name } = source
  const { texts, unit } = labelWithUnit(importing, source, given)
  if (kind === 'calculated') {
    const { required: _, ...shown } = texts
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
    ...texts,
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
