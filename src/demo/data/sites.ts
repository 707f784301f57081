import { z } from 'zod'
import type { Executor } from '#server/database/connection.ts'
import sites from './sites.json' with { type: 'json' }

const hours = z.string().optional()
const text = z.string().optional()
const demoSite = z.strictObject({
  name: z.string(),
  slug: z.string(),
  address1: text,
  address2: text,
  city: text,
  county: text,
  nation: text,
  postcode: text,
  telephone: text,
  email: text,
  monday_hours: hours,
  tuesday_hours: hours,
  wednesday_hours: hours,
  thursday_hours: hours,
  friday_hours: hours,
  saturday_hours: hours,
  sunday_hours: hours,
  bank_holiday_hours: hours,
  bank_holidays_hint: text,
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  offers_services: z.boolean().optional(),
  /** Where employers' clinics are held: found by those who have the key, not listed. */
  hidden: z.literal(true).optional(),
  rooms: z.array(z.string()),
})

const SITES = z.array(demoSite).parse(sites)

/** Kept for what was done in it once: nobody works there. */
const OUT_OF_USE = 'station-approach/clinic-room-b'

export type InsertedRoom = { id: number; siteId: number }

/**
 * The branches as sites, a hidden site, and their rooms.
 * @returns the rooms by site slug and room slug, as in `mill-lane/room-1`.
 */
export async function insertSites(
  executor: Executor,
  modified: Date,
): Promise<Map<string, InsertedRoom>> {
  const inserted = await executor
    .insertInto('site')
    .values(
      SITES.map(({ rooms: _, ...site }, place) => ({
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
      inserted.flatMap(({ id, slug }, place) =>
        (SITES[place]?.rooms ?? []).map((name) => ({
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
  const slugBySite = new Map(inserted.map(({ id, slug }) => [id, slug]))
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
