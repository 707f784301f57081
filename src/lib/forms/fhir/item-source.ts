import { type FhirNode, findChild } from './fhir-node.ts'
import { writtenText } from './import-texts.ts'
import { type ItemSource, type QuestionnaireReading, textAt } from './importing.ts'
import { plainLine } from './plain-text.ts'

export function itemSource(importing: QuestionnaireReading, node: FhirNode): ItemSource {
  const linkId = textAt(importing, node, 'linkId') ?? ''
  const name = plainLine(writtenText(node) ?? '', 120)
  for (const part of ['required', 'repeats', 'readOnly']) {
    const flag = findChild(node, part)
    if (flag?.value === false) importing.marks.mark(flag)
  }
  return {
    node,
    linkId,
    id: importing.ids.get(node.path) ?? 'item',
    type: textAt(importing, node, 'type') ?? '',
    name: name || plainLine(linkId, 60) || 'A question without words',
  }
}
