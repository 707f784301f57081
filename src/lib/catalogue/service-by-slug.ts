import type { ApiClient } from '#lib/api/client.ts'
import { found } from '#lib/api/failures.ts'
import type { PublicAppointmentType } from '#lib/contract/catalogue.ts'

/** Is null where there is none for a visitor with this key. @throws ApiError. */
export async function serviceBySlug(
  api: ApiClient,
  slug: string | undefined,
  key: string | undefined,
): Promise<PublicAppointmentType | null> {
  const list = await found(api.call('GET public/appointmenttypes/', { query: { slug, key } }))
  return list?.results.find((service) => service.slug === slug) ?? null
}
