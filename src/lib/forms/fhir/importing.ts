import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { normalText } from '../../contract/normal-text.ts'
import { extensionUrls } from './extension-urls.ts'
import {
  extensionValue,
  type FhirNode,
  findChild,
  findChildren,
  findExtensions,
  type ReadMarks,
} from './fhir-node.ts'

export type ImportedOption = { value: string; code: string; system: string | null }

export type ImportScope = ReadonlyMap<string, GroupedItem>

export type QuestionnaireReading = {
  root: FhirNode
  marks: ReadMarks
  lines: FhirReportLine[]
  ids: ReadonlyMap<string, string>
  usedIds: Set<string>
  linkIds: ReadonlySet<string>
  valueSets: ReadonlyMap<string, FhirNode>
  options: Map<string, readonly ImportedOption[]>
  units: Map<string, readonly string[]>
  timeZone: string
  /** False to read an exported form as any other. */
  trustsOwn: boolean
}

export type ItemSource = {
  node: FhirNode
  linkId: string
  id: string
  type: string
  name: string
}

export function addToReport(
  { lines }: QuestionnaireReading,
  kind: FhirReportKind,
  { path }: FhirNode,
  item: string | null,
  message: string,
): void {
  lines.push({ kind, path, item, message })
}

/** Reports where a text ends that is longer than the form takes, and with which words. */
export function reportCut(
  importing: QuestionnaireReading,
  node: FhirNode,
  item: string | null,
  { what, text, longest }: { what: string; text: string; longest: number },
): void {
  const words = normalText(text).trim()
  if (words.length <= longest) return
  const rest = words.slice(longest - 20, 5_000 + longest)
  const limit = longest.toLocaleString('en-GB')
  addToReport(importing, 'unsafe', node, item, `${what} is cut after ${limit} characters: ${rest}`)
}

export function readText(
  { marks }: QuestionnaireReading,
  node: FhirNode | undefined,
): string | undefined {
  if (typeof node?.value !== 'string') return undefined
  marks.mark(node)
  return node.value
}

export const textAt = (
  importing: QuestionnaireReading,
  node: FhirNode,
  name: string,
): string | undefined => readText(importing, findChild(node, name))

export function flagAt({ marks }: QuestionnaireReading, node: FhirNode, name: string): boolean {
  const flag = findChild(node, name)
  if (typeof flag?.value !== 'boolean') return false
  marks.mark(flag)
  return flag.value
}

export function markExtension(marks: ReadMarks, extension: FhirNode, value: FhirNode): void {
  marks.mark(findChild(extension, 'url'))
  markValue(marks, value)
}

const valueParts = ['system', 'version', 'code', 'display', 'userSelected', 'value', 'unit', 'text']

/** Marks the parts of a code or a quantity that are understood, or a simple value. */
export function markValue(marks: ReadMarks, node: FhirNode): void {
  if (typeof node.value !== 'object') marks.mark(node)
  for (const name of valueParts) {
    const part = findChild(node, name)
    if (part && typeof part.value !== 'object') marks.mark(part)
  }
  const [coding] = findChildren(node, 'coding')
  if (coding) markValue(marks, coding)
}

export function extensionAt(
  { marks }: QuestionnaireReading,
  node: FhirNode,
  url: string,
  ...kinds: readonly string[]
): unknown {
  const [extension] = findExtensions(node, url)
  const value = extensionValue(extension, ...kinds)
  if (!extension || !value) return undefined
  markExtension(marks, extension, value)
  return value.value
}

export function extensionText(
  importing: QuestionnaireReading,
  node: FhirNode,
  url: string,
  ...kinds: readonly string[]
): string | undefined {
  const value = extensionAt(importing, node, url, ...kinds)
  return typeof value === 'string' ? value : undefined
}

export function extensionNumber(
  importing: QuestionnaireReading,
  node: FhirNode,
  url: string,
  ...kinds: readonly string[]
): number | undefined {
  const value = extensionAt(importing, node, url, ...kinds)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** `radio-button`, `help` and so on; undefined without one. The code that obeys it marks it as read. */
export function findControl(
  node: FhirNode,
): { code: string; extension: FhirNode; concept: FhirNode } | undefined {
  const [extension] = findExtensions(node, extensionUrls.itemControl)
  const concept = extensionValue(extension, 'CodeableConcept')
  const [coding] = concept ? findChildren(concept, 'coding') : []
  const code = coding && findChild(coding, 'code')?.value
  return extension && concept && typeof code === 'string' ? { code, extension, concept } : undefined
}

/** Gives the code where the control is one of these; it counts as carried over. */
export function obeyedControl(
  { marks }: QuestionnaireReading,
  node: FhirNode,
  codes: readonly string[],
): string | undefined {
  const control = findControl(node)
  if (!control || !codes.includes(control.code)) return undefined
  markExtension(marks, control.extension, control.concept)
  return control.code
}

/**
 * What became of a part that is not the same afterwards.
 * - `unsafe`: a person must look, because the form may now ask or show something else.
 * - `changed`: carried over in another way.
 * - `left_out`: not carried over; the questions work without it.
 */
type FhirReportKind = 'unsafe' | 'changed' | 'left_out'

export type FhirReportLine = {
  kind: FhirReportKind
  path: string
  item: string | null
  message: string
}
