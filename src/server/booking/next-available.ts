import type { NextAvailable } from '#lib/contract/booking.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { firstTimes } from '#lib/scheduling/bookability.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { isUnlocked, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Call } from '../http/implement.ts'
import { tokenHash } from '../identity/token.ts'
import { bookingHorizon, bookingRules } from './booking-rules.ts'
import type { BookableType, OpeningsOfTypesQuery } from './openings-statement.ts'
import { readOpeningsOfTypes } from './read-openings.ts'
import { isReservedForWaiting } from './reserved-for-waiting.ts'

/** Most have a time within days. Each further window is `GROWTH` times as long as all before it. */
const FIRST_DAYS = 4
const GROWTH = 6

type Query = {
  types?: readonly string[] | undefined
  site?: string | undefined
  count: number
  key?: string | undefined
}

type Site = NextAvailable['results'][number]['site'] & { display_order: number }
type Found = { type: BookableType; site: Site; times: Interval[] }

/** Looks further ahead only for types and sites that have not enough times yet. */
export async function nextAvailable(call: Call, query: Query): Promise<NextAvailable> {
  const { db, settings, now } = call.services
  const zone = settings.CLINIC_TIME_ZONE
  const instant = now()
  const today = toClinicDate(instant, zone)
  const horizon = bookingHorizon(settings, instant)
  const holdToken = call.headers['Slot-Hold-Token']
  const found = new Map<string, Found>()
  const isMissing = (pair: Pair) => (found.get(toName(pair))?.times.length ?? 0) < query.count

  let wanted: Pick<OpeningsOfTypesQuery, 'types' | 'siteIds'> = {
    types: { slugs: query.types ?? null },
  }
  let start = instant
  for (let days = FIRST_DAYS; start < horizon; days += days * GROWTH) {
    const end = Math.min(horizon, startOfDay(addDays(today, days), zone))
    const window = { start, end }
    const { types, sites, occurrences, competencies, later } = await readOpeningsOfTypes(db, {
      ...wanted,
      window,
      horizon,
      sees: visibilityOfVisitor(isUnlocked(settings, query.key)),
      siteSlug: query.site,
      ownHold: holdToken ? tokenHash(holdToken) : null,
      isKept: isReservedForWaiting(call.services),
    })
    const siteById = new Map(sites.map((site) => [site.id, site]))
    for (const type of types) {
      const rules = bookingRules(settings, { type, competencies }, instant)
      const ofType = occurrences.get(type.id) ?? []
      for (const [siteId, times] of firstTimes(ofType, rules, window, query.count)) {
        const site = siteById.get(siteId)
        const name = toName({ typeId: type.id, siteId })
        const earlier = found.get(name)?.times ?? []
        if (site)
          found.set(name, { type, site, times: [...earlier, ...times].slice(0, query.count) })
      }
    }
    const missing = later.filter(isMissing)
    if (missing.length === 0) break
    wanted = {
      types: { ids: [...new Set(missing.map(({ typeId }) => typeId))] },
      siteIds: [...new Set(missing.map(({ siteId }) => siteId))],
    }
    start = end
  }
  return { time_zone: zone, results: [...found.values()].toSorted(byStart).map(present) }
}

type Pair = { typeId: number; siteId: number }

const toName = ({ typeId, siteId }: Pair) => `${typeId} ${siteId}`

const byStart = (a: Found, b: Found) =>
  (a.times[0]?.start ?? 0) - (b.times[0]?.start ?? 0) ||
  a.site.display_order - b.site.display_order ||
  a.site.id - b.site.id ||
  a.type.id - b.type.id

const present = ({ type, site, times }: Found): NextAvailable['results'][number] => ({
  appointment_type: { id: type.id, slug: type.slug, name: type.name },
  site: { id: site.id, slug: site.slug, name: site.name },
  times: times.map(({ start, end }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  })),
})
