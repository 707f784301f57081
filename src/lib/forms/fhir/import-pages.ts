import { extensionUrls } from './extension-urls.ts'
import { type FhirNode, findChild, findExtensions } from './fhir-node.ts'
import { findControl, type QuestionnaireReading } from './importing.ts'

/** Items after the last page belong to it, so only a run of groups to the end can be pages. */
export function findFirstPage(
  { trustsOwn }: QuestionnaireReading,
  nodes: readonly FhirNode[],
): number {
  const isGroup = (node: FhirNode) =>
    findChild(node, 'type')?.value === 'group' &&
    findChild(node, 'repeats')?.value !== true &&
    typeof findChild(node, 'text')?.value === 'string'
  const isMarked = (node: FhirNode) =>
    (trustsOwn && findOwnKind(node) === 'page') ||
    (isGroup(node) && findControl(node)?.code === 'page')
  const last = nodes.findLastIndex((node) => !isMarked(node))
  if (last < nodes.length - 1) return last + 1
  return nodes.length > 1 && nodes.every((node) => isGroup(node) && !findControl(node))
    ? 0
    : nodes.length
}

export const findOwnKind = (node: FhirNode): string | null => {
  const [extension] = findExtensions(node, extensionUrls.formKind)
  const kind = extension && findChild(extension, 'valueCode')?.value
  return typeof kind === 'string' ? kind : null
}
