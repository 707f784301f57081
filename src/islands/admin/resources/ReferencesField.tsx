import { useState } from 'react'
import type { Reference } from '#lib/contract/admin/admin-resource.ts'
import type { FieldTexts } from '../../ui/form/Field.tsx'
import { ChosenItems } from '../../ui/table/ChosenItems.tsx'
import type { ChosenValue } from './field-kinds.ts'
import { ReferenceLookup } from './ReferenceLookup.tsx'

type ReferencesFieldProps = FieldTexts & {
  reference: Reference
  chosen: readonly ChosenValue[]
  onChange: (chosen: ChosenValue[]) => void
}

export function ReferencesField({ chosen, onChange, ...field }: ReferencesFieldProps) {
  const [said, setSaid] = useState('')
  const change = (to: ChosenValue[], what: string) => {
    onChange(to)
    setSaid(`${what}. ${to.length} chosen`)
  }
  return (
    <div className="flex flex-col gap-2">
      <ReferenceLookup
        {...field}
        without={chosen}
        onChoose={(added) => {
          if (!chosen.some(({ id }) => id === added.id)) {
            change([...chosen, added], `${added.label} added`)
          }
        }}
      />
      {chosen.length > 0 && (
        <ChosenItems
          items={chosen}
          aria-label={`${field.label}: chosen`}
          controlId={field.id}
          onRemove={(removed) => {
            const label = chosen.find(({ id }) => id === removed)?.label
            change(
              chosen.filter(({ id }) => id !== removed),
              `${label} removed`,
            )
          }}
        />
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}
