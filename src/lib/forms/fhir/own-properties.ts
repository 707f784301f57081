import { type FormItem, itemKinds } from '../../contract/forms/form-item.ts'
import { readJson } from '../../text/json-text.ts'
import { isSameAnswer } from '../compare-answers.ts'
import { exportedItem } from './export-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { extensionValue, findChild, findExtensions, isFhirObject } from './fhir-node.ts'
import {
  addToReport,
  extensionText,
  type ImportScope,
  type ItemSource,
  markExtension,
  type QuestionnaireReading,
} from './importing.ts'

/**
 * Puts back the properties that FHIR has no place for. One that contradicts the rest of the item is
 * older than a change that another program made, and is not put back.
 */
export function withOwnProperties(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: FormItem,
  scope: ImportScope,
): FormItem {
  extensionText(importing, source.node, extensionUrls.formKind, 'Code')
  const [extension] = findExtensions(source.node, extensionUrls.formProperties)
  const value = extensionValue(extension, 'String')
  const text = value?.value
  const read = typeof text === 'string' ? readJson(text) : undefined
  if (!extension || !value || !read || !('value' in read) || !isFhirObject(read.value)) return item
  markExtension(importing.marks, extension, value)
  const fits = (changed: FormItem) =>
    contradictions(importing, source, changed, scope).length <=
      contradictions(importing, source, item, scope).length &&
    itemKinds[changed.type].safeParse(changed).success
  const properties = Object.entries(read.value).filter(([name]) => !FIXED.includes(name))
  const whole = withProperties(item, properties)
  if (fits(whole)) return whole
  const accepted = properties.reduce((so_far, property) => {
    const next = withProperties(so_far, [property])
    return fits(next) ? next : so_far
  }, item)
  addToReport(
    importing,
    'unsafe',
    extension,
    source.name,
    'It was changed after it had been exported, so some of what only our forms have was not put back.',
  )
  return accepted
}

const FIXED = ['id', 'type', 'items', '__proto__']

function withProperties(
  item: FormItem,
  properties: readonly (readonly [string, unknown])[],
): FormItem {
  const changed: Record<string, unknown> = { ...item }
  for (const [name, value] of properties) {
    if (value === null) delete changed[name]
    else changed[name] = value
  }
  return changed as FormItem
}

const COMPARED = [
  'type',
  'text',
  'required',
  'repeats',
  'maxLength',
  'enableWhen',
  'answerOption',
  'initial',
]

/** Names parts that would be written differently than they were found. */
function contradictions(
  { timeZone }: QuestionnaireReading,
  { node, linkId }: ItemSource,
  item: FormItem,
  scope: ImportScope,
): string[] {
  const targets = new Map([...scope.values()].map((each) => [each.id, each]))
  const { fhir } = exportedItem(item, { targets, timeZone })
  return COMPARED.filter((name) => {
    const [now, found] = [fhir[name], findChild(node, name)?.value]
    return !isSameAnswer(now ?? null, found ?? null) && linkId === item.id
  })
}
