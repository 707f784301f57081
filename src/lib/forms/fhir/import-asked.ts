import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { extensionUrls } from './extension-urls.ts'
import { findChild, findExtensions } from './fhir-node.ts'
import { conditionAt, findOwnKind, type ItemPlace, positionItems } from './import-place.ts'
import { importedQuestion } from './import-question.ts'
import { importTexts } from './import-texts.ts'
import { importedTotal } from './import-total.ts'
import { addToReport, type ItemSource, type QuestionnaireReading } from './importing.ts'

export function toAskedQuestion(
  importing: QuestionnaireReading,
  source: ItemSource,
  around: ItemPlace,
): GroupedItem {
  const { node, name, type } = source
  const show_when = conditionAt(importing, source, around)
  const texts = importTexts(importing, source)
  const own = importing.trustsOwn ? findOwnKind(node) : null
  const total = own === null ? importedTotal(importing, source, around) : undefined
  const read = importedQuestion(importing, source, texts, total ? 'calculated' : own)
  if (!read) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      `It is a question of the kind “${type.slice(0, 40)}”, which a form does not have. People type the answer.`,
    )
  }
  const item = initialOutsideGroups(importing, source, around, read ?? { type: 'text', ...texts })
  const conditioned = { ...item, ...total, ...(show_when && { show_when }) } as GroupedItem
  const whole = withCalculation(importing, source, conditioned, around)
  reportIfComputed(importing, source, total !== undefined)
  return whole
}

/** A blank entry of a group must stay blank. */
function initialOutsideGroups(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  { isRepeated }: ItemPlace,
  item: GroupedItem,
): GroupedItem {
  if (!isRepeated || !('initial' in item) || item.initial === undefined) return item
  const message = 'What it begins with is not kept, because each entry of a group begins empty.'
  addToReport(importing, 'left_out', node, name, message)
  const { initial: _, ...blank } = item
  return blank as GroupedItem
}

/** A calculation whose parts were lost is a question. */
function withCalculation(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: GroupedItem,
  around: ItemPlace,
): GroupedItem {
  const whole = positionItems(importing, source, item, around) as GroupedItem
  if (whole.type !== 'calculated' || whole.of.length > 0) return whole
  const { id, label, hint, unit, show_when } = whole
  const importedItem: GroupedItem = {
    type: 'number',
    id,
    label,
    ...(hint && { hint }),
    ...(unit && { unit }),
    ...(show_when && { show_when }),
  }
  around.scope.set(source.linkId, importedItem)
  addToReport(
    importing,
    'unsafe',
    source.node,
    source.name,
    'What it was calculated from is lost. It is a question now.',
  )
  return importedItem
}

function reportIfComputed(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  isTotal: boolean,
): void {
  const has = (url: string) => findExtensions(node, url).length > 0
  if (has(extensionUrls.calculatedExpression) && !isTotal) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      'It was calculated by an expression that a form does not have. It is a question now: remove it, or add a calculated item.',
    )
  }
  if (has(extensionUrls.enableWhenExpression)) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      'An expression decided if it is shown. It is always shown now.',
    )
  }
  const isReadOnly = findChild(node, 'readOnly')?.value === true
  if (
    isReadOnly &&
    !isTotal &&
    !has(extensionUrls.calculatedExpression) &&
    findOwnKind(node) !== 'calculated'
  ) {
    addToReport(
      importing,
      'unsafe',
      node,
      name,
      'It was for reading only. Now people can answer it.',
    )
  }
}
