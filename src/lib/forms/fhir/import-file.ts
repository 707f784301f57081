import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { extensionValue, findExtensions } from './fhir-node.ts'
import type { ImportedTexts } from './import-texts.ts'
import {
  addToReport,
  extensionAt,
  extensionNumber,
  flagAt,
  type ItemSource,
  markExtension,
  type QuestionnaireReading,
} from './importing.ts'

const FILE_TYPE = /^[\w.+-]+\/(?:\*|[\w.+-]+)$/
const MOST_TYPES = 20
const LARGEST_BYTES = 20 * 1024 * 1024

export function importedFile(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  words: ImportedTexts,
  kind: string | null,
): GroupedItem {
  if (kind === 'signature') {
    extensionAt(importing, node, extensionUrls.signatureRequired, 'CodeableConcept')
    return { type: 'signature', ...words }
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
    ...words,
    ...(accept.length > 0 && { accept: accept.slice(0, MOST_TYPES) }),
    ...(isSeveral && { multiple: true }),
  }
}
