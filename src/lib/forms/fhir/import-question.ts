import type { FormItemByType, GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { extensionValue, findExtensions } from './fhir-node.ts'
import { wholeDate } from './import-answers.ts'
import { importedChoice } from './import-choice.ts'
import { importedFile } from './import-file.ts'
import { withInitial } from './import-initial.ts'
import { importedNumber } from './import-number.ts'
import { importedText } from './import-text.ts'
import type { ImportedTexts } from './import-texts.ts'
import {
  addToReport,
  extensionAt,
  type ItemSource,
  obeyedControl,
  type QuestionnaireReading,
} from './importing.ts'

/** @param kind is ours, of a form that was exported; else null. */
export function importedQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedTexts,
  kind: string | null,
): GroupedItem | undefined {
  const item = ofType(importing, source, words, kind)
  return item && withInitial(importing, source, item)
}

function ofType(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedTexts,
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
  words: ImportedTexts,
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

function importedDate(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  words: ImportedTexts,
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
  return { type: 'date', ...words, ...(min && { min }), ...(max && { max }) }
}
