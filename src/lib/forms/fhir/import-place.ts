import type { ConditionGroup, FormItem, GroupedItem } from '../../contract/forms/form-item.ts'
import { combined } from './combine-conditions.ts'
import { importedConditions } from './import-conditions.ts'
import { addToReport, type Guard, type ItemSource, type QuestionnaireReading } from './importing.ts'
import { withOwnProperties } from './own-properties.ts'

export type ItemPlace = {
  scope: Map<string, GroupedItem>
  guard: Guard | undefined
  isRepeated: boolean
}

export function conditionAt(
  importing: QuestionnaireReading,
  source: ItemSource,
  { scope, guard }: ItemPlace,
): ConditionGroup | undefined {
  const { group, isExact } = combined(guard, importedConditions(importing, source, scope))
  if (!isExact) {
    addToReport(
      importing,
      'unsafe',
      source.node,
      source.name,
      'It is shown more often than before: a form cannot ask for its own condition and for that of its section.',
    )
  }
  return group
}

export function positionItems(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: FormItem,
  { scope, guard }: ItemPlace,
): FormItem {
  const whole = importing.trustsOwn ? withOwnProperties(importing, source, item, scope) : item
  if (whole.type !== 'group' && whole.type !== 'page') scope.set(source.linkId, whole)
  for (let each = guard; each; each = each.outer) each.ids.add(whole.id)
  return whole
}
