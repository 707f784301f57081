import { useQuery, useQueryClient } from '@tanstack/react-query'
import { resourceClient } from '#lib/api/resource-client.ts'
import { useApi } from '../../identity/island-context.ts'
import { atOnce } from '../../ui/form/at-once.ts'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import type { AdminScreen, ReferenceFilter } from './admin-screen.ts'
import { ReferenceField } from './ReferenceField.tsx'

type FilterByReferenceProps = {
  screen: AdminScreen
  address: AddressQuery
  filter: ReferenceFilter
}

export function FilterByReference({ screen, address, filter }: FilterByReferenceProps) {
  const api = useApi()
  const { name, label } = filter
  const reference = filter.from ?? screen.of.references[name]
  const said = address.query.get(name) ?? ''
  const queries = useQueryClient()
  const toKey = (id: string | number) => ['name of', reference?.from, String(id)]
  const { data, error } = useQuery({
    ...atOnce,
    queryKey: toKey(said),
    queryFn: async () => {
      if (!reference) return ''
      const record = await resourceClient(api, { path: reference.from }).read(Number(said))
      return String(record[reference.label] ?? '')
    },
    enabled: /^\d{1,10}$/.test(said),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!reference) return null
  // A name that cannot be read keeps nobody from the list, nor from choosing another.
  const known = data ?? `Number ${said}${error ? ' (name not available)' : ''}`
  return (
    <div className="min-w-0 basis-64 max-sm:basis-full">
      <ReferenceField
        id={`filter-${name}`}
        label={label}
        placeholder="Part of the name"
        reference={reference}
        chosen={said === '' ? null : { id: Number(said), label: known }}
        isFixed={false}
        onChange={(chosen) => {
          if (chosen) queries.setQueryData(toKey(chosen.id), chosen.label)
          address.go({ [name]: chosen?.id ?? null, page: null })
        }}
      />
      {said !== '' && <input type="hidden" name={name} value={said} />}
    </div>
  )
}
