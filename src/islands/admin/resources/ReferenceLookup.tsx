import type { ReactNode } from 'react'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AdminRecord, Reference } from '#lib/contract/admin/admin-resource.ts'
import { useApi } from '../../identity/island-context.ts'
import type { FieldTexts } from '../../ui/form/Field.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import type { ChosenValue } from './field-kinds.ts'

const OFFERED = 10

type ReferenceLookupProps = FieldTexts & {
  reference: Pick<Reference, 'from' | 'label'>
  /** It stands in place of the hint that says how to choose. */
  placeholder?: string | undefined
  without?: readonly ChosenValue[]
  onChoose: (chosen: ChosenValue) => void
}

export function ReferenceLookup(props: ReferenceLookupProps) {
  const api = useApi()
  const { reference, without = [], placeholder, onChoose, ...words } = props
  const formatName = (record: AdminRecord) => String(record[reference.label] ?? '')
  const find = async (search: string, signal: AbortSignal) => {
    const query = { search, page_size: OFFERED + without.length }
    const { results } = await resourceClient(api, { path: reference.from }).list(query, signal)
    return results.filter(({ id }) => !without.some((chosen) => chosen.id === id)).slice(0, OFFERED)
  }
  return (
    <LookupField<AdminRecord>
      {...words}
      hint={placeholder ? words.hint : hintWith(words.hint)}
      placeholder={placeholder}
      shortest={1}
      find={find}
      keyOf={(record) => record.id}
      labelOf={formatName}
      onChoose={(record) => onChoose({ id: record.id, label: formatName(record) })}
      one="match"
      many="matches"
      failedText="We could not search. Check your connection and permissions, then type again."
    />
  )
}

const HOW = 'Type part of the name, then choose from the list'

const hintWith = (hint: ReactNode) =>
  hint ? (
    <>
      {hint} <span className="block">{HOW}</span>
    </>
  ) : (
    HOW
  )
