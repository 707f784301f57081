import { type FhirNode, findChild, findChildren } from './fhir-node.ts'
import { findControl } from './importing.ts'

export const hintControls = ['help', 'flyover', 'prompt']

/** Text for an item, which FHIR writes as an item inside it. */
export const isHint = (node: FhirNode): boolean =>
  findChild(node, 'type')?.value === 'display' &&
  hintControls.includes(findControl(node)?.code ?? '') &&
  findChildren(node, 'enableWhen').length === 0 &&
  findChildren(node, 'modifierExtension').length === 0
