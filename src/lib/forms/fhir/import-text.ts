import { type AnswerPattern, answerPatterns } from '../../contract/forms/form-constants.ts'
import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { extensionValue, type FhirNode, findChild, findExtensions } from './fhir-node.ts'
import type { ImportedTexts } from './import-texts.ts'
import {
  addToReport,
  extensionNumber,
  extensionText,
  type ItemSource,
  type QuestionnaireReading,
} from './importing.ts'

const textKinds = { string: ['text', 'email', 'tel', 'color'], text: ['textarea'], url: ['url'] }
const LONGEST = 20_000
type TextItem = Extract<GroupedItem, { max_length?: unknown }>

export function importedText(
  importing: QuestionnaireReading,
  { node, name, type }: ItemSource,
  words: ImportedTexts,
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
    ...words,
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
