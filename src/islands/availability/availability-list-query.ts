import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { Availability } from '#lib/contract/availabilities.ts'
import { keepShown } from '../ui/form/at-once.ts'
import { picked } from '../ui/table/list-address.ts'

const ASKED = ['staff_id', 'search', 'ordering', 'page', 'page_size']

export function availabilitiesQuery(
  api: ApiClient,
  address: URLSearchParams,
  today: string | undefined,
) {
  const query = {
    ...picked(address, ASKED),
    ...(address.get('over') !== 'yes' && today !== undefined && { from: today }),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['availabilities', query],
    enabled: today !== undefined,
    queryFn: ({ signal }): Promise<Page<Availability>> =>
      api.call('GET admin/availabilities/', { query, signal }),
  })
}
