import { canBeCompared, newCondition } from '#lib/forms/build/condition-words.ts'
import { earlierItems } from '#lib/forms/build/references.ts'
import { useBuilding } from './building.ts'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import type { ItemFieldsProps } from './ItemEditor.tsx'

/** Whether the item shows always, or only after certain answers. */
export function ShownWhen({ item, put }: ItemFieldsProps) {
  const { items } = useBuilding()
  const earlier = earlierItems(items, item.id)
  const last = earlier.findLast(canBeCompared)
  const { show_when: group } = item
  if (!group && !last) return null
  return (
    <div className="flex flex-col gap-3">
      <label className="choice">
        <input
          type="checkbox"
          checked={group !== undefined}
          onChange={({ target }) =>
            put(
              'show_when',
              target.checked && last
                ? { match: 'all', conditions: [newCondition(last)] }
                : undefined,
            )
          }
        />
        Show this only after certain answers
      </label>
      {group && (
        <fieldset className="builder-inset">
          <legend className="label">Show this only when</legend>
          <ConditionsEditor
            id={`item-${item.id}-shown`}
            group={group}
            from={earlier}
            onChange={(next, field) => put('show_when', next, `show_when.${field}`)}
          />
        </fieldset>
      )}
    </div>
  )
}
