import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { atOnce } from '../../ui/form/at-once.ts'

export type ScopeRights = {
  staffId: number | null
  mayChoose: boolean
}

type Choice = { value: string; label: string }

export function useReportChoices(api: ApiClient, scopeRights: ScopeRights) {
  const { data } = useQuery(fieldsQuery(api))
  const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
  const clinicians = (data?.clinicians ?? []).map(({ id, full_name, is_active }) => ({
    value: String(id),
    label: `${full_name}${id === scopeRights.staffId ? ' (you)' : ''}${is_active ? '' : ' (inactive)'}`,
  }))
  return {
    clinicians: [{ value: 'all', label: 'Everybody' }, ...clinicians] as Choice[],
    sites: [{ value: '', label: 'All' }, ...(data?.sites ?? []).map(named)] as Choice[],
    types: [{ value: '', label: 'All' }, ...(data?.appointment_types ?? []).map(named)] as Choice[],
    outcomes: [
      { value: '', label: 'All' },
      { value: 'none', label: 'Completed, not recorded' },
      ...(data?.outcomes ?? []).map(({ id, name, archived }) => ({
        value: String(id),
        label: `${name}${archived ? ' (archived)' : ''}`,
      })),
    ] as Choice[],
  }
}

/** Is what the API answers with where the address does not say. */
export const scopeIn = (query: URLSearchParams, { staffId }: ScopeRights): string =>
  query.get('staff_id') ?? (staffId === null ? 'all' : String(staffId))

export const withChosen = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]

const fieldsQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['temporary-reporting-fields'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.call('GET admin/temporary-reporting/fields/', { signal }),
  })
