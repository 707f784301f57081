import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { type DefinitionChange, definitionChanges } from '#lib/forms/definition-changes.ts'

type DefinitionChangesProps = { earlier: readonly FormItem[]; later: readonly FormItem[] }

/** What a version of a form changed, item by item. */
export function DefinitionChanges({ earlier, later }: DefinitionChangesProps) {
  const changes = definitionChanges(earlier, later)
  if (changes.length === 0) return <p>No item changed.</p>
  return (
    <ul className="list-disc pl-5">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.id}`}>{changeInWords(change)}</li>
      ))}
    </ul>
  )
}

function changeInWords(change: DefinitionChange): string {
  const { kind, name } = change
  switch (kind) {
    case 'added':
      return `Added “${name}”`
    case 'removed':
      return `Removed “${name}”`
    case 'moved':
      return `Moved “${name}”`
    default:
      return `Changed “${name}”: ${change.parts.join(', ')}`
  }
}
