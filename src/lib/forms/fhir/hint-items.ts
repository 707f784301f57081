import { childOf, childrenOf, type FhirNode } from './fhir-node.ts'
import { controlOf } from './importing.ts'

export const hintControls = ['help', 'flyover', 'prompt']

/** Text for an item, which FHIR writes as an item inside it. */
export const isHint = (node: FhirNode): boolean =>
  childOf(node, 'type')?.value === 'display' &&
  hintControls.includes(controlOf(node)?.code ?? '') &&
  childrenOf(node, 'enableWhen').length === 0 &&
  childrenOf(node, 'modifierExtension').length === 0
