import type { ComponentProps } from 'react'
import { SelectField } from './SelectField.tsx'

/** A select that shares its line with the other filters of a list. */
export const FilterSelect = (props: ComponentProps<typeof SelectField>) => (
  <div className="min-w-0 grow basis-48">
    <SelectField {...props} />
  </div>
)
