import { extensionUrls } from './extension-urls.ts'
import { type FhirNode, findChildren } from './fhir-node.ts'
import {
  addToReport,
  extensionAt,
  type ItemSource,
  type QuestionnaireReading,
} from './importing.ts'
import { itemSource } from './item-source.ts'

/** Hidden items, and those that a rule changes which is not known, are not asked. */
export function isLeftOut(importing: QuestionnaireReading, source: ItemSource): boolean {
  const { node, name } = source
  const isUnknown = findChildren(node, 'modifierExtension').length > 0
  const isHidden = extensionAt(importing, node, extensionUrls.hidden, 'Boolean') === true
  if (!isUnknown && !isHidden) return false
  addToReport(
    importing,
    'unsafe',
    node,
    name,
    isUnknown
      ? 'It is left out with all that is inside: a rule changes its meaning that this product does not know.'
      : 'It is left out with all that is inside: it was hidden from people.',
  )
  reportInner(importing, node)
  importing.marks.mark(node)
  return true
}

function reportInner(importing: QuestionnaireReading, node: FhirNode): void {
  for (const each of findChildren(node, 'item')) {
    const { name } = itemSource(importing, each)
    addToReport(importing, 'unsafe', each, name, 'It is left out with the section that it is in.')
    importing.marks.mark(each)
    reportInner(importing, each)
  }
}
