import { type AnswerPattern, answerPatterns } from '../../contract/forms/form-constants.ts'
import type { FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import { readAnswer } from '../read-answer.ts'
import { extensionUrls } from './extension-urls.ts'
import {
  extensionValue,
  type FhirNode,
  findChild,
  findChildren,
  findExtensions,
} from './fhir-node.ts'
import { importedAnswer, wholeDate } from './import-answers.ts'
import { importedChoice } from './import-choice.ts'
import { importedNumber } from './import-number.ts'
import type { ImportedTexts } from './import-texts.ts'
import {
  addToReport,
  extensionAt,
  extensionNumber,
  extensionText,
  flagAt,
  type ItemSource,
  markExtension,
  markValue,
  obeyedControl,
  type QuestionnaireReading,
} from './importing.ts'

const textKinds = { string: ['text', 'email', 'tel', 'color'], text: ['textarea'], url: ['url'] }
const LONGEST = 20_000
type TextItem = Extract<GroupedItem, { max_length?: unknown }>

function importedText(
  importing: QuestionnaireReading,
  { node, name, type }: ItemSource,
  texts: ImportedTexts,
  kind: string | null,
): TextItem {
  const kinds = textKinds[type as keyof typeof textKinds]
  const chosen = (kind !== null && kinds.includes(kind) ? kind : kinds[0]) as TextItem['type']
  const min = extensionNumber(importing, node, extensionUrls.minLength, 'Integer')
  const max = findChild(node, 'maxLength')
  const longest = typeof max?.value === 'number' && Number.isInteger(max.value) ? max.value : null
  if (longest !== null) importing.marks.mark(max)
  if (longest !== null && longest > LONGEST) {
    addToReport(
      importing,
      'changed',
      node,
      name,
      `Answers have up to 20,000 characters, not ${longest}.`,
    )
  }
  const pattern = patternAt(importing, node, chosen)
  return {
    type: chosen,
    ...texts,
    ...(min !== undefined && min >= 0 && { min_length: Math.min(min, LONGEST) }),
    ...(longest !== null && longest >= 0 && longest <= LONGEST && { max_length: longest }),
    ...(pattern && { pattern }),
  }
}

/** Knows only our own patterns; another one stays unread, and is reported. */
function patternAt(
  importing: QuestionnaireReading,
  node: FhirNode,
  type: TextItem['type'],
): AnswerPattern | undefined {
  const [extension] = findExtensions(node, extensionUrls.regex)
  const source = extensionValue(extension, 'String')?.value
  const names = Object.keys(answerPatterns) as AnswerPattern[]
  const found = names.find((name) => answerPatterns[name].source === source)
  if (!found) return undefined
  extensionText(importing, node, extensionUrls.regex, 'String')
  return found === type ? undefined : found
}

const FILE_TYPE = /^[\w.+-]+\/(?:\*|[\w.+-]+)$/
const MOST_TYPES = 20
const LARGEST_BYTES = 20 * 1024 * 1024

function importedFile(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  texts: ImportedTexts,
  kind: string | null,
): GroupedItem {
  if (kind === 'signature') {
    extensionAt(importing, node, extensionUrls.signatureRequired, 'CodeableConcept')
    return { type: 'signature', ...texts }
  }
  const accept = findExtensions(node, extensionUrls.mimeType).flatMap((extension) => {
    const value = extensionValue(extension, 'Code')
    if (typeof value?.value !== 'string' || !FILE_TYPE.test(value.value)) return []
    markExtension(importing.marks, extension, value)
    return [value.value]
  })
  const largest = extensionNumber(importing, node, extensionUrls.maxSize, 'Decimal', 'Integer')
  if (largest !== undefined && largest !== LARGEST_BYTES) {
    addToReport(
      importing,
      'changed',
      node,
      name,
      `Files of up to 20 MB are taken, not ${largest} bytes.`,
    )
  }
  if (accept.length > MOST_TYPES) {
    const rest = accept.slice(MOST_TYPES).join(', ').slice(0, 5_000)
    const message = `It takes ${accept.length} types of file; a form takes ${MOST_TYPES}. Left out: ${rest}`
    addToReport(importing, 'unsafe', node, name, message)
  }
  const isSeveral = flagAt(importing, node, 'repeats')
  return {
    type: 'file',
    ...texts,
    ...(accept.length > 0 && { accept: accept.slice(0, MOST_TYPES) }),
    ...(isSeveral && { multiple: true }),
  }
}

/** @param kind is ours, of a form that was exported; else null. */
export function importedQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  texts: ImportedTexts,
  kind: string | null,
): GroupedItem | undefined {
  const item = ofType(importing, source, texts, kind)
  return item && withInitial(importing, source, item)
}

function ofType(
  importing: QuestionnaireReading,
  source: ItemSource,
  texts: ImportedTexts,
  kind: string | null,
): GroupedItem | undefined {
  switch (source.type) {
    case 'boolean':
      return importedBoolean(importing, source, texts, kind)
    case 'decimal':
    case 'integer':
    case 'quantity':
      return importedNumber(importing, source, texts, kind)
    case 'date':
      return importedDate(importing, source, texts)
    case 'dateTime':
      return { type: 'datetime', ...texts }
    case 'time':
      return { type: 'time', ...texts }
    case 'string':
    case 'text':
    case 'url':
      return importedText(importing, source, texts, kind)
    case 'choice':
    case 'open-choice':
      return importedChoice(importing, source, texts)
    case 'attachment':
      return importedFile(importing, source, texts, kind)
    default:
      return undefined
  }
}

/** Yes or no, so that "no" is an answer; only our own tick boxes become tick boxes. */
function importedBoolean(
  importing: QuestionnaireReading,
  { id, node }: ItemSource,
  texts: ImportedTexts,
  kind: string | null,
): GroupedItem {
  if (kind === 'checkbox') {
    obeyedControl(importing, node, ['check-box'])
    return { type: 'checkbox', ...texts }
  }
  obeyedControl(importing, node, ['radio-button'])
  const options = [
    { value: 'yes', label: 'Yes', code: 'true', system: null },
    { value: 'no', label: 'No', code: 'false', system: null },
  ]
  importing.options.set(id, options)
  return { type: 'radio', ...texts, options: options.map(({ value, label }) => ({ value, label })) }
}

function importedDate(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  texts: ImportedTexts,
): FormItemByType<'date'> {
  const limit = (url: string) => {
    const [extension] = findExtensions(node, url)
    const value = extensionValue(extension, 'Date')
    const day = wholeDate(value?.value)
    if (!extension || day === undefined) return undefined
    if (day >= '2000-01-01' && day <= '2199-12-31') {
      extensionAt(importing, node, url, 'Date')
      return day
    }
    importing.marks.mark(extension)
    addToReport(
      importing,
      'unsafe',
      extension,
      name,
      `The limit ${day} is not checked: limits are from 2000 to 2199.`,
    )
    return undefined
  }
  const [min, max] = [limit(extensionUrls.minValue), limit(extensionUrls.maxValue)]
  return { type: 'date', ...texts, ...(min && { min }), ...(max && { max }) }
}

const initialKinds = ['Boolean', 'Decimal', 'Integer', 'Date', 'DateTime', 'Time', 'String']

/**
 * A value of another kind stays unread; the report names one that is no answer to the question, and
 * one beside options that are selected.
 */
function withInitial(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: GroupedItem,
): GroupedItem {
  const { node } = source
  const given = findChildren(node, 'initial').flatMap((each) => {
    const value = [...initialKinds, 'Uri', 'Coding', 'Quantity'].flatMap((kind) => {
      const found = findChild(each, `value${kind}`)
      return found ? [{ kind: kind === 'Uri' ? 'String' : kind, value: found }] : []
    })[0]
    const answer = value && beginning(importing, item, value)
    return value && answer !== undefined ? [{ value: value.value, answer }] : []
  })
  const [first] = given
  if (!first) return item
  if ('initial' in item && item.initial !== undefined) {
    for (const { value } of given) markValue(importing.marks, value)
    const others = given.filter(({ answer }) => ![item.initial].flat().includes(answer as never))
    const texts = others.map(({ answer }) => String(answer)).join(', ')
    const message = `It begins with the options that are selected, and not with: ${texts}`
    if (others.length > 0)
      addToReport(importing, 'unsafe', node, source.name, message.slice(0, 5_000))
    return item
  }
  if (item.type === 'checkboxes') {
    const initial = [...new Set(given.map(({ answer }) => String(answer)))]
    const alone = item.options.find(({ value, exclusive }) => exclusive && initial.includes(value))
    if (alone && initial.length > 1) return item
    for (const { value } of given) markValue(importing.marks, value)
    return ifAnswer(importing, source, item, initial)
  }
  markValue(importing.marks, first.value)
  return first.answer === false ? item : ifAnswer(importing, source, item, first.answer)
}

function ifAnswer(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  item: GroupedItem,
  initial: string | number | boolean | string[],
): GroupedItem {
  const { problem } = readAnswer(item, initial)
  if (problem === undefined) return { ...item, initial } as GroupedItem
  const was = [initial].flat().join(', ').slice(0, 5_000)
  const message = `What it begins with is left out: ${problem}. It was: ${was}`
  addToReport(importing, 'unsafe', node, name, message)
  return item
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
