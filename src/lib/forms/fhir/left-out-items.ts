import { extensionUrls } from './extension-urls.ts'
import { childrenOf, type FhirNode } from './fhir-node.ts'
import { extensionAt, type ItemSource, type QuestionnaireReading, tell } from './importing.ts'
import { itemSource } from './item-source.ts'

/** Hidden items, and those that a rule changes which is not known, are not asked. */
export function isLeftOut(importing: QuestionnaireReading, source: ItemSource): boolean {
  const { node, name } = source
  const isUnknown = childrenOf(node, 'modifierExtension').length > 0
  const isHidden = extensionAt(importing, node, extensionUrls.hidden, 'Boolean') === true
  if (!isUnknown && !isHidden) return false
  tell(
    importing,
    'unsafe',
    node,
    name,
    isUnknown
      ? 'It is left out with all that is inside: a rule changes its meaning that this product does not know.'
      : 'It is left out with all that is inside: it was hidden from people.',
  )
  tellInner(importing, node)
  importing.marks.mark(node)
  return true
}

function tellInner(importing: QuestionnaireReading, node: FhirNode): void {
  for (const each of childrenOf(node, 'item')) {
    const { name } = itemSource(importing, each)
    tell(importing, 'unsafe', each, name, 'It is left out with the section that it is in.')
    importing.marks.mark(each)
    tellInner(importing, each)
  }
}
