import type { ReactNode } from 'react'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { Button } from '../Button.tsx'
import type { AddressQuery, QueryChanges } from '../use-address-query.ts'
import { useAddressForm } from './use-address-form.ts'

type FieldProps<Name extends string> = {
  id: string
  name: Name
  defaultValue: string
  error: string | undefined
}

type AddressFormProps<Name extends string> = {
  label: string
  idPrefix: string
  address: AddressQuery
  said: Readonly<Record<Name, string>>
  errors?: FieldErrors
  changes?: QueryChanges
  cleared?: QueryChanges
  children: (field: <Field extends Name>(name: Field) => FieldProps<Field>) => ReactNode
}

const FIRST_PAGE: QueryChanges = { page: null }

export function AddressForm<Name extends string>(props: AddressFormProps<Name>) {
  const { label, idPrefix, address, said, errors, changes = FIRST_PAGE, cleared, children } = props
  const { form, field, enteredIn } = useAddressForm(said)
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        address.go({ ...enteredIn(event), ...changes } as QueryChanges)
      }}
      aria-label={label}
      className="flex flex-wrap items-end gap-4"
    >
      {children((name) => ({
        ...field(name),
        id: `${idPrefix}-${name}`,
        error: errors?.[name]?.join(' '),
      }))}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">Show</Button>
        {cleared && (
          <a className="button button-quiet" {...address.linkWith(cleared)}>
            Clear all
          </a>
        )}
      </div>
    </form>
  )
}
