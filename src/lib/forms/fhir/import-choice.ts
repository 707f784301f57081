import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { findChild } from './fhir-node.ts'
import { importedOptions } from './import-options.ts'
import type { ImportedTexts } from './import-texts.ts'
import {
  addToReport,
  extensionText,
  flagAt,
  type ItemSource,
  obeyedControl,
  type QuestionnaireReading,
  reportCut,
} from './importing.ts'
import { plainLine } from './plain-text.ts'

const DROP_DOWNS = ['drop-down', 'autocomplete']
/** Longer lists are chosen from a menu, where the questionnaire leaves it open. */
const MOST_RADIOS = 7

export function importedChoice(
  importing: QuestionnaireReading,
  source: ItemSource,
  words: ImportedTexts,
): GroupedItem {
  const { node, id, type, name } = source
  const isSeveral = flagAt(importing, node, 'repeats')
  const read = importedOptions(importing, source, { isSeveral })
  if (read.length === 0) {
    const isElsewhere = findChild(node, 'answerValueSet') !== undefined
    if (!isElsewhere) {
      addToReport(importing, 'unsafe', node, name, 'It has no options, so people type the answer.')
    }
    return { type: 'text', ...words }
  }
  importing.options.set(id, read)
  const other = type === 'open-choice' ? otherLabel(importing, source) : undefined
  const chosen = {
    ...words,
    options: read.map(({ value, label, score }) => ({
      value,
      label,
      ...(score !== undefined && { score }),
    })),
    ...(other !== undefined && { other }),
  }
  const initialValues = read.filter(({ isInitial }) => isInitial).map(({ value }) => value)
  const [first] = initialValues
  if (isSeveral) {
    obeyedControl(importing, node, ['check-box'])
    const options = read.map(({ value, label, score, isExclusive }) => ({
      value,
      label,
      ...(score !== undefined && { score }),
      ...(isExclusive && { exclusive: true as const }),
    }))
    const isTorn = initialValues.length > 1 && read.some((one) => one.isInitial && one.isExclusive)
    if (isTorn) {
      addToReport(
        importing,
        'left_out',
        node,
        name,
        'It begins with answers that exclude each other.',
      )
    }
    const initial = first !== undefined && !isTorn && { initial: initialValues }
    return { type: 'checkboxes', ...chosen, options, ...initial }
  }
  const control = obeyedControl(importing, node, ['radio-button', ...DROP_DOWNS])
  const isMenu = control ? DROP_DOWNS.includes(control) : read.length > MOST_RADIOS
  const initial = first !== undefined && { initial: first }
  return { type: isMenu ? 'select' : 'radio', ...chosen, ...initial }
}

/** Where no other answer can be given, the label stays unread, and is reported. */
function otherLabel(importing: QuestionnaireReading, { node, name }: ItemSource): string {
  const text = extensionText(importing, node, extensionUrls.openLabel, 'String') ?? ''
  reportCut(importing, node, name, { what: 'The label of its other answer', text, longest: 200 })
  return plainLine(text, 200) || 'Other'
}
