import type { ComponentProps } from 'react'
import { SelectField } from './SelectField.tsx'

export const FilterSelect = (props: ComponentProps<typeof SelectField>) => (
  <div className="min-w-0 grow basis-48">
    <SelectField {...props} />
  </div>
)
