import { childOf, childrenOf, type FhirNode, type FhirObject } from './fhir-node.ts'

/** Another version of FHIR, by what R4 does not have; null for R4. */
export function otherVersion(json: FhirObject, nodes: readonly FhirNode[]): string | null {
  if (Object.hasOwn(json, 'group')) return 'DSTU2'
  const has = (node: FhirNode, name: string) => childOf(node, name) !== undefined
  const isR5 =
    Object.hasOwn(json, 'versionAlgorithmString') ||
    Object.hasOwn(json, 'versionAlgorithmCoding') ||
    nodes.some(
      (node) =>
        has(node, 'answerConstraint') ||
        has(node, 'disabledDisplay') ||
        ['coding', 'question'].includes(String(childOf(node, 'type')?.value)),
    )
  if (isR5) return 'R5'
  const isStu3 = nodes.some(
    (node) =>
      has(node, 'option') ||
      has(node, 'options') ||
      childrenOf(node, 'enableWhen').some((each) => has(each, 'hasAnswer')),
  )
  return isStu3 ? 'STU3' : null
}
