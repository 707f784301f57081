import type { FormItem, GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import type { ItemPlace } from './import-place.ts'
import {
  addToReport,
  extensionNumber,
  flagAt,
  type ItemSource,
  type QuestionnaireReading,
} from './importing.ts'

export function occurrences(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
): { min?: number; max?: number } {
  const isRequired = flagAt(importing, node, 'required')
  const least = extensionNumber(importing, node, extensionUrls.minOccurs, 'Integer')
  const most = extensionNumber(importing, node, extensionUrls.maxOccurs, 'Integer')
  const min = least ?? (isRequired ? 1 : undefined)
  const isPossible =
    (min ?? 0) >= 0 && (min ?? 0) <= (most ?? 20) && (most ?? 20) >= 1 && (most ?? 20) <= 50
  if (isPossible && Number.isInteger(min ?? 0) && Number.isInteger(most ?? 1)) {
    return { ...(min !== undefined && { min }), ...(most !== undefined && { max: most }) }
  }
  addToReport(
    importing,
    'unsafe',
    node,
    name,
    `How often it can be answered (${min ?? 0} to ${most ?? 'any'}) is not kept: a form takes up to 50 entries.`,
  )
  return isRequired ? { min: 1 } : {}
}

export function repeatedQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  { isRepeated }: ItemPlace,
  item: GroupedItem,
): FormItem[] {
  const { node, name, linkId } = source
  if (isRepeated || item.type === 'heading' || item.type === 'paragraph') {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      'It could have several answers; here it has one in each entry.',
    )
    return [item]
  }
  addToReport(
    importing,
    'changed',
    node,
    name,
    'It can be answered several times, as a group of one question.',
  )
  const { show_when, ...alone } = item
  if ('initial' in alone && alone.initial !== undefined) {
    addToReport(
      importing,
      'left_out',
      node,
      name,
      'What it begins with is not kept, because it repeats.',
    )
    delete alone.initial
  }
  const limits = occurrences(importing, source)
  const isRequired = 'required' in alone && alone.required === true
  return [
    {
      type: 'group',
      id: unusedId(`${linkId}-list`, importing.usedIds),
      label: alone.label,
      ...(isRequired && { min: 1 }),
      ...limits,
      items: [alone as GroupedItem],
      ...(show_when && { show_when }),
    },
  ]
}

const VALID = /^[A-Za-z][\w-]{0,59}$/

/**
 * Each link id keeps its own id where it can, else it gets one that resembles it. Valid ones come
 * first, so that nothing takes their place.
 */
export function itemIds(linkIds: readonly string[]): string[] {
  const used = new Set<string>()
  const validIds = linkIds.map((linkId) => {
    if (!VALID.test(linkId) || linkId in {} || used.has(linkId)) return null
    used.add(linkId)
    return linkId
  })
  return linkIds.map((linkId, at) => validIds[at] ?? unusedId(linkId, used))
}

function unusedId(name: string, used: Set<string>): string {
  const text = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
  const withLetter = /^[A-Za-z]/.test(text) ? text : `q-${text}`.replace(/-$/, '')
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? withLetter : `${withLetter}-${number}`
    if (used.has(id) || id in {}) continue
    used.add(id)
    return id
  }
}
