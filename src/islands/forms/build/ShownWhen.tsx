import { likeliestItem, newCondition } from '#lib/forms/build/format-condition.ts'
import { earlierItems } from '#lib/forms/build/references.ts'
import { useBuilding } from './building.ts'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import type { ItemFieldsProps } from './ItemEditor.tsx'

export function ShownWhen({ item, put }: ItemFieldsProps) {
  const { items } = useBuilding()
  const earlier = earlierItems(items, item.id)
  const likeliest = likeliestItem(earlier)
  const { show_when: group } = item
  if (!group && !likeliest) return null
  return (
    <div className="flex flex-col gap-3">
      <label className="choice">
        <input
          type="checkbox"
          checked={group !== undefined}
          onChange={({ target }) =>
            put(
              'show_when',
              target.checked && likeliest
                ? { match: 'all', conditions: [newCondition(likeliest)] }
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
