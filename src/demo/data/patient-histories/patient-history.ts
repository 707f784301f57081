import { ageOn } from '#lib/dates/age.ts'
import { daysBetween } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import type { OutcomeName } from '../outcome-texts.ts'
import type { ProductName } from '../vaccine-products.ts'

/** The demonstration's appointments of everybody begin 90 days ago; a history ends before them. */
const LATEST_VISIT = 95
const DAYS_IN_YEAR = 365.25
const A_YEAR = 364

export type PatientHistory = {
  person: {
    username?: string
    title: string
    first_name: string
    last_name: string
    gender: number
    dob: string
    address1: string
    city: string
    postcode: string
    is_guest?: true
  }
  visits: readonly HistoryVisit[]
  reported?: readonly ReportedDose[]
}

export type HistoryVisit = {
  ago: number
  service: string
  ended?: 'did_not_attend' | 'cancelled'
  notes?: string
  allergies?: readonly string[]
  doses?: readonly HistoryDose[]
  outcome?: OutcomeName
  replacedBy?: readonly { outcome: OutcomeName; ago: number; reason: string }[]
  advice?: readonly HistoryAdvice[]
}

export type HistoryDose = {
  product: ProductName
  number?: number
  nextIn?: number
  notGiven?: string
  reaction?: string
  wrong?: string
}

export type ReportedDose = {
  ago: number
  product: ProductName
  clinic: string
  address: string
  batch?: string
}

export type HistoryAdvice = {
  text: string
  categories: readonly [string, ...string[]]
  pinned?: boolean
  favourite?: boolean
  archivedAfter?: number
  withdrawn?: { after: number; reason: string }
}

export const bornFor = (years: number, today: string) =>
  addDays(today, -Math.round(years * DAYS_IN_YEAR))

/** Makes the flu vaccinations of the latest autumns, each asking for the next one. */
export function fluVaccinations(
  autumns: number,
  { today, dob, service = 'flu-vaccination' }: { today: string; dob: string; service?: string },
): HistoryVisit[] {
  const thisYear = Number(today.slice(0, 4))
  const productOn = (date: string) => (ageOn(date, dob) >= 65 ? 'fluAdjuvanted' : 'flu')
  return Array.from({ length: autumns + 1 }, (_, years) => `${thisYear - years}-10-12`)
    .filter((date) => daysBetween(date, today) >= LATEST_VISIT)
    .slice(0, autumns)
    .map((date) => {
      const product = productOn(date)
      const isSameNext = productOn(addDays(date, A_YEAR)) === product
      return {
        ago: daysBetween(date, today),
        service,
        doses: [{ product, ...(isSameNext && { nextIn: A_YEAR }) }],
        outcome: 'Vaccination given',
      }
    })
}
