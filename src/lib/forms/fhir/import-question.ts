import { type AnswerPattern, answerPatterns } from '../../contract/forms/form-constants.ts'
import type { FormItemOf, GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { childOf, childrenOf, extensionsOf, extensionValue, type FhirNode } from './fhir-node.ts'
import { importedAnswer, wholeDate } from './import-answers.ts'
import { importedNumber } from './import-number.ts'
import { importedOptions } from './import-options.ts'
import {
  extensionAt,
  extensionNumber,
  extensionText,
  flagAt,
  type ItemSource,
  markExtension,
  markValue,
  obeyedControl,
  type QuestionnaireReading,
  tell,
} from './importing.ts'
import { plainLine } from './plain-text.ts'

/** What every question has, from the same parts. */
export type ImportedWords = { id: string; label: string; hint?: string; required?: true }

/**
 * The question as the form asks it, without its condition.
 * @param kind ours, of a form that was exported; else null.
 */
export function importedQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedWords,
  kind: string | null,
): GroupedItem | undefined {
  const item = ofType(importing, source, words, kind)
  return item && withInitial(importing, source, item)
}

function ofType(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedWords,
  kind: string | null,
): GroupedItem | undefined {
  switch (source.type) {
    case 'boolean':
      return importedBoolean(importing, source, words, kind)
    case 'decimal':
    case 'integer':
    case 'quantity':
      return importedNumber(importing, source, words, kind)
    case 'date':
      return importedDate(importing, source, words)
    case 'dateTime':
      return { type: 'datetime', ...words }
    case 'time':
      return { type: 'time', ...words }
    case 'string':
    case 'text':
    case 'url':
      return importedText(importing, source, words, kind)
    case 'choice':
    case 'open-choice':
      return importedChoice(importing, source, words)
    case 'attachment':
      return importedFile(importing, source, words, kind)
    default:
      return undefined
  }
}

/** Yes or no, so that "no" is an answer; only our own tick boxes become tick boxes. */
function importedBoolean(
  importing: QuestionnaireReading,
  { id, node }: ItemSource,
  words: ImportedWords,
  kind: string | null,
): GroupedItem {
  if (kind === 'checkbox') {
    obeyedControl(importing, node, ['check-box'])
    return { type: 'checkbox', ...words }
  }
  obeyedControl(importing, node, ['radio-button'])
  const options = [
    { value: 'yes', label: 'Yes', code: 'true', system: null },
    { value: 'no', label: 'No', code: 'false', system: null },
  ]
  importing.options.set(id, options)
  return { type: 'radio', ...words, options: options.map(({ value, label }) => ({ value, label })) }
}

/** The form knows days from 2000 to 2199 as limits. */
function importedDate(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  words: ImportedWords,
): FormItemOf<'date'> {
  const limit = (url: string) => {
    const [extension] = extensionsOf(node, url)
    const value = extensionValue(extension, 'Date')
    const day = wholeDate(value?.value)
    if (!extension || day === undefined) return undefined
    if (day >= '2000-01-01' && day <= '2199-12-31') {
      extensionAt(importing, node, url, 'Date')
      return day
    }
    importing.marks.mark(extension)
    tell(
      importing,
      'unsafe',
      extension,
      name,
      `The limit ${day} is not checked: limits are from 2000 to 2199.`,
    )
    return undefined
  }
  const [min, max] = [limit(extensionUrls.minValue), limit(extensionUrls.maxValue)]
  return { type: 'date', ...words, ...(min && { min }), ...(max && { max }) }
}

const textKinds = { string: ['text', 'email', 'tel', 'color'], text: ['textarea'], url: ['url'] }
type TextItem = Extract<GroupedItem, { max_length?: unknown }>

function importedText(
  importing: QuestionnaireReading,
  { node, name, type }: ItemSource,
  words: ImportedWords,
  kind: string | null,
): TextItem {
  const kinds = textKinds[type as keyof typeof textKinds]
  const chosen = (kind !== null && kinds.includes(kind) ? kind : kinds[0]) as TextItem['type']
  const min = extensionNumber(importing, node, extensionUrls.minLength, 'Integer')
  const max = childOf(node, 'maxLength')
  const longest = typeof max?.value === 'number' && Number.isInteger(max.value) ? max.value : null
  if (longest !== null) importing.marks.mark(max)
  if (longest !== null && longest > LONGEST) {
    tell(importing, 'changed', node, name, `Answers have up to 20,000 characters, not ${longest}.`)
  }
  const pattern = patternAt(importing, node, chosen)
  return {
    type: chosen,
    ...words,
    ...(min !== undefined && min >= 0 && { min_length: Math.min(min, LONGEST) }),
    ...(longest !== null && longest >= 0 && longest <= LONGEST && { max_length: longest }),
    ...(pattern && { pattern }),
  }
}

const LONGEST = 20_000

/** One of ours; another one stays unread, and is reported. */
function patternAt(
  importing: QuestionnaireReading,
  node: FhirNode,
  type: TextItem['type'],
): AnswerPattern | undefined {
  const [extension] = extensionsOf(node, extensionUrls.regex)
  const source = extensionValue(extension, 'String')?.value
  const names = Object.keys(answerPatterns) as AnswerPattern[]
  const found = names.find((name) => answerPatterns[name].source === source)
  if (!found) return undefined
  extensionText(importing, node, extensionUrls.regex, 'String')
  // An email question has it anyway.
  return found === type ? undefined : found
}

const DROP_DOWNS = ['drop-down', 'autocomplete']
/** Above this they are chosen from a menu, where the questionnaire leaves it open. */
const MOST_RADIOS = 7

function importedChoice(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedWords,
): GroupedItem {
  const { node, id, type, name } = source
  const isSeveral = flagAt(importing, node, 'repeats')
  const read = importedOptions(importing, source)
  if (read.length === 0) {
    const isElsewhere = childOf(node, 'answerValueSet') !== undefined
    if (!isElsewhere) {
      tell(importing, 'unsafe', node, name, 'It has no options, so people type the answer.')
    }
    return { type: 'text', ...words }
  }
  importing.options.set(id, read)
  const label = extensionText(importing, node, extensionUrls.openLabel, 'String')
  const other = type === 'open-choice' ? plainLine(label ?? '', 200) || 'Other' : undefined
  const chosen = {
    ...words,
    options: read.map(({ value, label, score }) => ({
      value,
      label,
      ...(score !== undefined && { score }),
    })),
    ...(other !== undefined && { other }),
  }
  const begun = read.filter(({ isInitial }) => isInitial).map(({ value }) => value)
  const [first] = begun
  if (isSeveral) {
    obeyedControl(importing, node, ['check-box'])
    return { type: 'checkboxes', ...chosen, ...(first !== undefined && { initial: begun }) }
  }
  const control = obeyedControl(importing, node, ['radio-button', ...DROP_DOWNS])
  const isMenu = control ? DROP_DOWNS.includes(control) : read.length > MOST_RADIOS
  const initial = first !== undefined && { initial: first }
  return { type: isMenu ? 'select' : 'radio', ...chosen, ...initial }
}

const FILE_TYPE = /^[\w.+-]+\/(?:\*|[\w.+-]+)$/
const LARGEST_BYTES = 20 * 1024 * 1024

function importedFile(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  words: ImportedWords,
  kind: string | null,
): GroupedItem {
  if (kind === 'signature') {
    extensionAt(importing, node, extensionUrls.signatureRequired, 'CodeableConcept')
    return { type: 'signature', ...words }
  }
  const accept = extensionsOf(node, extensionUrls.mimeType).flatMap((extension) => {
    const value = extensionValue(extension, 'Code')
    if (typeof value?.value !== 'string' || !FILE_TYPE.test(value.value)) return []
    markExtension(importing.marks, extension, value)
    return [value.value]
  })
  const largest = extensionNumber(importing, node, extensionUrls.maxSize, 'Decimal', 'Integer')
  if (largest !== undefined && largest !== LARGEST_BYTES) {
    tell(importing, 'changed', node, name, `Files of up to 20 MB are taken, not ${largest} bytes.`)
  }
  const isSeveral = flagAt(importing, node, 'repeats')
  return {
    type: 'file',
    ...words,
    ...(accept.length > 0 && { accept: accept.slice(0, 20) }),
    ...(isSeveral && { multiple: true }),
  }
}

const initialKinds = ['Boolean', 'Decimal', 'Integer', 'Date', 'DateTime', 'Time', 'String']

/** What the question begins with. What it cannot begin with stays unread, and is reported. */
function withInitial(
  importing: QuestionnaireReading,
  { node }: ItemSource,
  item: GroupedItem,
): GroupedItem {
  const given = childrenOf(node, 'initial').flatMap((each) => {
    const value = [...initialKinds, 'Uri', 'Coding', 'Quantity'].flatMap((kind) => {
      const found = childOf(each, `value${kind}`)
      return found ? [{ kind: kind === 'Uri' ? 'String' : kind, value: found }] : []
    })[0]
    const answer = value && beginning(importing, item, value)
    return value && answer !== undefined ? [{ value: value.value, answer }] : []
  })
  const [first] = given
  if (!first) return item
  if (item.type === 'checkboxes') {
    for (const { value } of given) markValue(importing.marks, value)
    const initial = [...new Set(given.map(({ answer }) => String(answer)))]
    return { ...item, initial }
  }
  markValue(importing.marks, first.value)
  // An empty tick box is one that begins empty.
  return first.answer === false ? item : ({ ...item, initial: first.answer } as GroupedItem)
}

function beginning(
  importing: QuestionnaireReading,
  item: GroupedItem,
  given: { kind: string; value: FhirNode },
): string | number | boolean | undefined {
  if (!('label' in item) || item.type === 'calculated') return undefined
  if (item.type === 'heading' || item.type === 'file' || item.type === 'signature') return undefined
  if (item.type !== 'textarea') return importedAnswer(importing, item, given)
  const { value } = given.value
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
