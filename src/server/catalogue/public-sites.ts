import type { InferResult } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { PublicSite } from '#lib/contract/catalogue.ts'
import { HOURS_DAYS, type OpeningHours, parseDayHours } from '#lib/contract/opening-hours.ts'
import type { Executor } from '../database/connection.ts'
import { presentImage } from '../files/stored-images.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Call } from '../http/implement.ts'

export const publicSiteRows = (executor: Executor) =>
  executor
    .selectFrom('site')
    .select(['id', 'name', 'slug', 'address1', 'address2', 'city', 'county', 'nation', 'postcode'])
    .select(['telephone', 'email', 'bank_holidays_hint', 'latitude', 'longitude'])
    .select(HOURS_DAYS.map((day) => `${day}_hours` as const))
    .select(['display_order', 'offers_services'])
    .select((query) =>
      jsonObjectFrom(
        query
          .selectFrom('stored_image')
          .whereRef('stored_image.key', '=', 'site.image')
          .select(['stored_image.key', 'stored_image.width', 'stored_image.height']),
      ).as('image'),
    )
    .where('hidden', '=', false)

type PublicSiteRow = InferResult<ReturnType<typeof publicSiteRows>>[number]

export function presentPublicSite(row: PublicSiteRow, call: Pick<Call, 'apiUrl'>): PublicSite {
  const { latitude, longitude } = row
  return {
    id: row.id,
    url: apiAddress(call, 'public/sites', row.id),
    name: row.name,
    slug: row.slug,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    county: row.county,
    nation: row.nation,
    postcode: row.postcode,
    telephone: row.telephone,
    email: row.email,
    hours: toOpeningHours(row),
    bank_holidays_hint: row.bank_holidays_hint,
    location: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    ...presentImage(row.image, call.apiUrl),
    display_order: row.display_order,
    offers_services: row.offers_services,
  }
}

function toOpeningHours(row: PublicSiteRow): OpeningHours | null {
  const entries = HOURS_DAYS.map((day) => [day, parseDayHours(row[`${day}_hours`])] as const)
  return entries.every(([, hours]) => hours !== null)
    ? (Object.fromEntries(entries) as OpeningHours)
    : null
}
