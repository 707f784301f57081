import type { FormItem } from '#lib/contract/forms/form-item.ts'
import {
  type ChangedPart,
  type DefinitionChange,
  definitionChanges,
} from '#lib/forms/definition-changes.ts'

type DefinitionChangesProps = { earlier: readonly FormItem[]; later: readonly FormItem[] }

export function DefinitionChanges({ earlier, later }: DefinitionChangesProps) {
  const changes = definitionChanges(earlier, later)
  if (changes.length === 0) return <p>No item changed.</p>
  return (
    <ul className="list-disc pl-5">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.id}`}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  )
}

function Change({ change }: { change: DefinitionChange }) {
  const { kind, name } = change
  if (kind !== 'changed') return `${changeLabels[kind]} “${name}”`
  return (
    <>
      Changed “{name}”:
      <ul className="list-[circle] pl-5">
        {change.parts.map((part) => (
          <li key={part.text}>{formatPart(part)}</li>
        ))}
      </ul>
    </>
  )
}

const changeLabels = { added: 'Added', removed: 'Removed', moved: 'Moved' } as const

function formatPart({ text, texts }: ChangedPart): string {
  if (!texts) return text
  const { before, after } = texts
  if (before === '') return `${text}: “${after}” was added`
  return after === '' ? `${text}: “${before}” was removed` : `${text}: “${before}” → “${after}”`
}
