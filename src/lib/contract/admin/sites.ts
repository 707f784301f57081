import { z } from 'zod'
import type { FieldErrors } from '../errors.ts'
import { booleanText, id, line, orNone, paragraph, slug, url, version } from '../fields.ts'
import { dayHours, HOURS_DAYS, hoursFields } from '../opening-hours.ts'
import { addressFields, addressLabels, addressWrite } from './address.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, hiding } from './bulk.ts'

const Site = z.object({
  id,
  url,
  version,
  name: line(200),
  slug,
  ...addressFields,
  /** Holds `09:00-13:00, 14:00-17:30`, or `Open` at times that vary, for every day or for none. */
  ...hoursFields(z.string()),
  bank_holidays_hint: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  display_order: z.int(),
  offers_services: z.boolean(),
  hidden: z.boolean(),
})

const degrees = (most: number) => {
  const text = `Enter degrees from -${most} to ${most}`
  return z.number(text).min(-most, text).max(most, text).nullable().default(null)
}

type Hours = Record<keyof ReturnType<typeof hoursFields>, string>

/** A site has the hours of every day or of none, and both degrees or none. */
function checkSite(
  written: Hours & { latitude: number | null; longitude: number | null },
): FieldErrors {
  const fields = HOURS_DAYS.map((day) => `${day}_hours` as const)
  const empty = fields.filter((field) => written[field] === '')
  const missing = empty.length < fields.length ? empty : []
  const { latitude, longitude } = written
  return {
    ...Object.fromEntries(
      missing.map((field) => [field, ['Enter times, Closed or Open, or leave every day empty']]),
    ),
    ...(latitude !== null && longitude === null && { latitude: ['Enter the longitude, too'] }),
    ...(longitude !== null && latitude === null && { longitude: ['Enter the latitude, too'] }),
  }
}

export const sites = adminResource({
  name: 'site',
  many: 'sites',
  screen: 'sites',
  path: 'sites',
  entity: Site,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    slug: orNone(slug).default(''),
    ...addressWrite,
    ...hoursFields(dayHours.default('')),
    bank_holidays_hint: paragraph(1_000).default(''),
    latitude: degrees(90),
    longitude: degrees(180),
    display_order: z
      .int('Enter a whole number')
      .min(0, 'Enter 0 or more')
      .max(9_999, 'Enter 9,999 or less')
      .default(0),
    offers_services: z.boolean().default(true),
    hidden: z.boolean().default(false),
  }),
  check: checkSite,
  labels: {
    name: 'Name',
    slug: 'Web address name',
    ...addressLabels,
    monday_hours: 'Monday',
    tuesday_hours: 'Tuesday',
    wednesday_hours: 'Wednesday',
    thursday_hours: 'Thursday',
    friday_hours: 'Friday',
    saturday_hours: 'Saturday',
    sunday_hours: 'Sunday',
    bank_holiday_hours: 'Bank holidays',
    bank_holidays_hint: 'Note on bank holidays',
    latitude: 'Latitude',
    longitude: 'Longitude',
    display_order: 'Order',
    offers_services: 'Offers services on its page',
    hidden: 'Hidden',
  },
  namedBy: 'name',
  searchable: ['name', 'address1', 'city', 'postcode', 'telephone', 'email'],
  orderable: ['name', 'city', 'postcode', 'display_order'],
  defaultOrder: 'name',
  filters: { hidden: booleanText.optional() },
  references: {},
  model: 'clinic.site',
  audit: 'site',
  imports: { key: 'name', named: ['name'] },
  bulk: { ...hiding, ...deleting },
})
