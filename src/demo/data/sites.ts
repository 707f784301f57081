import type { Insertable } from 'kysely'
import type { HoursDay } from '#lib/contract/opening-hours.ts'
import type { Executor } from '#server/database/connection.ts'
import type { Site } from '#server/database/types.ts'

type DemoSite = Insertable<Site> & Partial<Record<`${HoursDay}_hours`, string>>

const weekdays = (hours: string) => ({
  monday_hours: hours,
  tuesday_hours: hours,
  wednesday_hours: hours,
  thursday_hours: hours,
  friday_hours: hours,
})
const SALTMERE = { city: 'Saltmere', county: 'Eastshire', nation: 'England' }
const LITTLE_ALDERN = { city: 'Little Aldern', county: 'Eastshire', nation: 'England' }

/** Two of the four branches lack details, so that the screens are seen without them. */
const BRANCHES: readonly DemoSite[] = [
  {
    name: 'Harbour Street Pharmacy',
    slug: 'harbour-street',
    address1: '14 Harbour Street',
    ...SALTMERE,
    postcode: 'ZZ1 2HB',
    telephone: '01632 960 114',
    email: 'harbour.street@example.test',
    ...weekdays('09:00-17:30'),
    saturday_hours: '09:00-16:00',
    sunday_hours: 'Closed',
    bank_holiday_hours: 'Open',
    bank_holidays_hint:
      'Opening times vary on bank holidays. Please ask us before you set out: call or send an email.',
    latitude: 54.4858,
    longitude: -0.6135,
  },
  {
    name: 'Mill Lane Clinic',
    slug: 'mill-lane',
    address1: 'The Old Mill',
    address2: '3 Mill Lane',
    ...SALTMERE,
    postcode: 'ZZ1 7ML',
    telephone: '01632 960 273',
    email: 'mill.lane@example.test',
    ...weekdays('08:30-18:30'),
    saturday_hours: 'Closed',
    sunday_hours: 'Closed',
    bank_holiday_hours: 'Closed',
    latitude: 54.4791,
    longitude: -0.6204,
  },
  {
    name: 'Orchard Road Pharmacy',
    slug: 'orchard-road',
    address1: '82 Orchard Road',
    ...LITTLE_ALDERN,
    postcode: 'ZZ9 1QR',
    email: 'orchard.road@example.test',
    ...weekdays('09:00-17:00'),
    saturday_hours: 'Closed',
    sunday_hours: 'Closed',
    bank_holiday_hours: 'Closed',
    bank_holidays_hint:
      'When we are closed and you need urgent help that is not an emergency, call NHS 111. It is free and always open.',
    offers_services: false,
  },
  { name: 'Station Approach', slug: 'station-approach', offers_services: false },
]

const ROOMS: Record<string, readonly string[]> = {
  'harbour-street': ['Consultation room 1', 'Consultation room 2', 'Vaccination room'],
  'mill-lane': ['Room 1', 'Room 2', 'Room 3', 'Treatment room'],
  'orchard-road': ['Consultation room', 'Treatment room'],
  'station-approach': ['Clinic room A', 'Clinic room B'],
  'aldern-works': ['Health room'],
}

/** Employers' clinics are held here: it is found by those who have the key, and not listed. */
const HIDDEN_SITE: DemoSite = {
  name: 'Aldern Works',
  slug: 'aldern-works',
  address1: 'Unit 5, Aldern Works',
  address2: 'Foundry Way',
  ...LITTLE_ALDERN,
  postcode: 'ZZ4 1AW',
  telephone: '01632 960 388',
  email: 'workplace@example.test',
  hidden: true,
}

/** The room is stored for what was done in it once: nobody works there. */
const OUT_OF_USE = 'station-approach/clinic-room-b'

export type InsertedRoom = { id: number; siteId: number }

export async function insertSites(
  executor: Executor,
  modified: Date,
): Promise<Map<string, InsertedRoom>> {
  const sites = await executor
    .insertInto('site')
    .values(
      [...BRANCHES, HIDDEN_SITE].map((site, place) => ({
        modified,
        display_order: place + 1,
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
          name,
          slug: toSlug(name),
          site_id: id,
          modified,
          is_active: `${slug}/${toSlug(name)}` !== OUT_OF_USE,
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

function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
