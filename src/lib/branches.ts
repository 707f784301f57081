/** Wall-clock times of the clinic, `HH:mm`. A branch closes on the day it opened. */
type OpeningRange = { opens: string; closes: string }

/** `OPEN` means open at times that vary, `CLOSED` closed all day (specification, section 3). */
export type DayHours = OpeningRange | 'OPEN' | 'CLOSED'

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const HOURS_DAYS = [...WEEKDAYS, 'Bank holidays'] as const

/** A row of the opening hours. */
export type HoursDay = (typeof HOURS_DAYS)[number]

export type BranchHours = Readonly<Record<HoursDay, DayHours>>

/** A place people can visit. Anything but the name, slug and image may be missing. */
export type Branch = {
  name: string
  slug: string
  /** Path of a picture on this site. */
  image: string
  address?: readonly string[]
  /** In the form a telephone link takes. */
  phone?: string
  phoneDisplay?: string
  email?: string
  hours?: BranchHours
  bankHolidaysHint?: string
  location?: { lat: number; lng: number }
}

/** The four branches are fixed in the client (specification, sections 3 and 9). */
export const BRANCHES: readonly Branch[] = [
  {
    name: 'Harbour Street Pharmacy',
    slug: 'harbour-street',
    image: '/branches/harbour-street.svg',
    address: ['14 Harbour Street', 'Saltmere', 'ZZ1 2HB'],
    phone: '+441632960114',
    phoneDisplay: '01632 960114',
    email: 'harbour.street@example.test',
    hours: {
      ...weekdays({ opens: '09:00', closes: '17:30' }),
      Saturday: { opens: '09:00', closes: '16:00' },
      Sunday: 'CLOSED',
      'Bank holidays': 'OPEN',
    },
    bankHolidaysHint:
      'Opening times vary on bank holidays. Please ask us before you set out: call or send an e-mail.',
    location: { lat: 54.4858, lng: -0.6135 },
  },
  {
    name: 'Mill Lane Clinic',
    slug: 'mill-lane',
    image: '/branches/mill-lane.svg',
    address: ['The Old Mill', '3 Mill Lane', 'Saltmere', 'ZZ1 7ML'],
    phone: '+441632960273',
    phoneDisplay: '01632 960273',
    email: 'mill.lane@example.test',
    hours: {
      ...weekdays({ opens: '08:30', closes: '18:30' }),
      Saturday: 'CLOSED',
      Sunday: 'CLOSED',
      'Bank holidays': 'CLOSED',
    },
    location: { lat: 54.4791, lng: -0.6204 },
  },
  {
    name: 'Orchard Road Pharmacy',
    slug: 'orchard-road',
    image: '/branches/orchard-road.svg',
    address: ['82 Orchard Road', 'Little Aldern', 'ZZ9 1QR'],
    email: 'orchard.road@example.test',
    hours: {
      ...weekdays({ opens: '09:00', closes: '17:00' }),
      Saturday: 'CLOSED',
      Sunday: 'CLOSED',
      'Bank holidays': 'CLOSED',
    },
    bankHolidaysHint:
      'When we are closed and you need urgent help that is not an emergency, call NHS 111. It is free and always open.',
  },
  { name: 'Station Approach', slug: 'station-approach', image: '/branches/station-approach.svg' },
]

export function branchBySlug(slug: string): Branch | undefined {
  return BRANCHES.find((branch) => branch.slug === slug)
}

/** Only the first two branches list their services (specification, section 5). */
export function listsServices(branch: Branch): boolean {
  return BRANCHES.indexOf(branch) < 2
}

function weekdays(range: OpeningRange) {
  return { Monday: range, Tuesday: range, Wednesday: range, Thursday: range, Friday: range }
}
