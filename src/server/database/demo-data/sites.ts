import { BRANCHES, type Branch } from '#lib/branches.ts'
import type { Executor } from '../connection.ts'

const ROOMS: Record<string, readonly string[]> = {
  'harbour-street': ['Consultation room 1', 'Consultation room 2', 'Vaccination room'],
  'mill-lane': ['Room 1', 'Room 2', 'Room 3', 'Treatment room'],
  'orchard-road': ['Consultation room', 'Treatment room'],
  'station-approach': ['Clinic room A', 'Clinic room B'],
  'aldern-works': ['Health room'],
}

/** Where employers' clinics are held: found by those who have the key, not listed. */
const HIDDEN_SITE = {
  name: 'Aldern Works',
  slug: 'aldern-works',
  address1: 'Unit 5, Aldern Works',
  address2: 'Foundry Way',
  city: 'Little Aldern',
  postcode: 'ZZ4 1AW',
  telephone: '01632 960 388',
  email: 'workplace@example.test',
  hidden: true,
}

/** Kept for what was done in it once: nobody works there. */
const OUT_OF_USE = 'station-approach/clinic-room-b'

export type PlacedRoom = { id: number; siteId: number }

/**
 * The branches as sites, a hidden site, and their rooms.
 * @returns the rooms by site slug and room slug, as in `mill-lane/room-1`.
 */
export async function insertSites(
  executor: Executor,
  modified: Date,
): Promise<Map<string, PlacedRoom>> {
  const sites = await executor
    .insertInto('site')
    .values(
      [...BRANCHES.map(siteOf), HIDDEN_SITE].map((site) => ({
        county: 'Eastshire',
        nation: 'England',
        modified,
        ...site,
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  const rooms = await executor
    .insertInto('room')
    .values(
      sites.flatMap(({ id, slug }) =>
        (ROOMS[slug] ?? []).map((name) => ({
          ...{ name, slug: slugOf(name), site_id: id, modified },
          is_active: `${slug}/${slugOf(name)}` !== OUT_OF_USE,
        })),
      ),
    )
    .returning(['id', 'slug', 'site_id'])
    .execute()
  const slugBySite = new Map(sites.map(({ id, slug }) => [id, slug]))
  return new Map(
    rooms.map(({ id, slug, site_id }) => [
      `${slugBySite.get(site_id)}/${slug}`,
      { id, siteId: site_id },
    ]),
  )
}

/** A branch's address ends in its town and its postcode. */
function siteOf({ name, slug, address = [], phoneDisplay = '', email = '' }: Branch) {
  const [address1 = '', address2 = ''] = address.slice(0, -2)
  const [city = '', postcode = ''] = address.slice(-2)
  const located = address.length > 0
  return {
    name,
    slug,
    address1,
    address2,
    city,
    postcode,
    ...(!located && { county: '', nation: '' }),
    telephone: phoneDisplay,
    email,
    hidden: false,
  }
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
