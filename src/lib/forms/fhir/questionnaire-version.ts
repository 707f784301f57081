import { type FhirNode, type FhirObject, findChild, findChildren } from './fhir-node.ts'

/** Recognises another version of FHIR by what R4 does not have; null for R4. */
export function otherVersion(json: FhirObject, nodes: readonly FhirNode[]): string | null {
  if (Object.hasOwn(json, 'group')) return 'DSTU2'
  const has = (node: FhirNode, name: string) => findChild(node, name) !== undefined
  const isR5 =
    Object.hasOwn(json, 'versionAlgorithmString') ||
    Object.hasOwn(json, 'versionAlgorithmCoding') ||
    nodes.some(
      (node) =>
        has(node, 'answerConstraint') ||
        has(node, 'disabledDisplay') ||
        ['coding', 'question'].includes(String(findChild(node, 'type')?.value)),
    )
  if (isR5) return 'R5'
  const isStu3 = nodes.some(
    (node) =>
      has(node, 'option') ||
      has(node, 'options') ||
      findChildren(node, 'enableWhen').some((each) => has(each, 'hasAnswer')),
  )
  return isStu3 ? 'STU3' : null
}
