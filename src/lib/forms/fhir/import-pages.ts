import { extensionUrls } from './extension-urls.ts'
import { childOf, extensionsOf, type FhirNode } from './fhir-node.ts'
import { controlOf, type QuestionnaireReading } from './importing.ts'

/**
 * From which item on each is a page. What comes after the last page of a form belongs to it, so
 * that only a run of groups to the end can be pages.
 */
export function firstPageOf(
  { trustsOwn }: QuestionnaireReading,
  nodes: readonly FhirNode[],
): number {
  const isGroup = (node: FhirNode) =>
    childOf(node, 'type')?.value === 'group' &&
    childOf(node, 'repeats')?.value !== true &&
    typeof childOf(node, 'text')?.value === 'string'
  const isMarked = (node: FhirNode) =>
    (trustsOwn && ownKindOf(node) === 'page') || (isGroup(node) && controlOf(node)?.code === 'page')
  const last = nodes.findLastIndex((node) => !isMarked(node))
  if (last < nodes.length - 1) return last + 1
  return nodes.length > 1 && nodes.every((node) => isGroup(node) && !controlOf(node))
    ? 0
    : nodes.length
}

/** Ours, of an item that was exported; else null. */
export const ownKindOf = (node: FhirNode): string | null => {
  const [extension] = extensionsOf(node, extensionUrls.formKind)
  const kind = extension && childOf(extension, 'valueCode')?.value
  return typeof kind === 'string' ? kind : null
}
