import { useEffect, useRef } from 'react'
import { TextField } from '../../ui/form/TextField.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import type { TextFilter } from './admin-screen.ts'

type FilterByTextProps = { address: AddressQuery; filter: TextFilter }

export function FilterByText({ address, filter: { name, label } }: FilterByTextProps) {
  const said = address.query.get(name) ?? ''
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value.trim() !== said) field.current.value = said
  }, [said])
  const entered = (text: string) => {
    if (text.trim() !== said) address.go({ [name]: text.trim(), page: null })
  }
  return (
    <TextField
      ref={field}
      id={`filter-${name}`}
      name={name}
      label={label}
      autoComplete="off"
      maxLength={50}
      defaultValue={said}
      onBlur={({ target }) => entered(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && entered(currentTarget.value)}
    />
  )
}
