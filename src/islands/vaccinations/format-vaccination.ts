import {
  bodySiteChoices,
  type NotGivenReason,
  notGivenReasons,
  routeChoices,
} from '#lib/contract/records/administration-choices.ts'
import type { OwnVaccination, VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'

const formatRoute = (route: string): string =>
  routeChoices.find(({ value }) => value === route)?.label ?? ''

const formatBodySite = (site: string): string =>
  bodySiteChoices.find(({ value }) => value === site)?.label ?? ''

export const formatNotGivenReason = (reason: string): string =>
  notGivenReasons[reason as NotGivenReason] ?? ''

export function formatBatch({
  batch_number,
  expiry_date,
}: Pick<OwnVaccination, 'batch_number' | 'expiry_date'>): string {
  if (batch_number === '') return 'Batch not known'
  return `Batch ${batch_number}${expiry_date ? `, expires ${formatCalendarDate(expiry_date)}` : ''}`
}

export const formatAdministration = (
  of: Pick<OwnVaccination, 'route_of_administration' | 'site_of_administration'>,
): string => {
  const text = [
    formatRoute(of.route_of_administration),
    formatBodySite(of.site_of_administration),
  ].filter(Boolean)
  const [first, ...more] = text
  return [first, ...more.map((word) => word.toLowerCase())].filter(Boolean).join(', ')
}

const NAMES: Readonly<Record<string, string>> = {
  vaccine_product_id: 'Vaccine',
  batch_number: 'Batch number',
  expiry_date: 'Expiry date',
  manufacturer: 'Manufacturer',
  dose_number: 'Dose number',
  date_administered: 'Date',
  route_of_administration: 'Route',
  site_of_administration: 'Site on the body',
  was_administered: 'Given',
  not_given_reason: 'Reason not given',
  consent_obtained: 'Consent',
  booster_due_date: 'Next dose due',
  adverse_reactions: 'Reactions',
  is_historical: 'Given elsewhere',
  external_clinic_name: 'Clinic',
  external_clinic_address: 'Address of the clinic',
  administered_by: 'Given by',
  staff_id: 'Clinician',
  entered_in_error: 'Entered in error',
  notes: 'Notes',
  price: 'Price',
}

function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (field === 'entered_in_error') return 'yes'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  switch (field) {
    case 'route_of_administration':
      return formatRoute(text)
    case 'site_of_administration':
      return formatBodySite(text)
    case 'not_given_reason':
      return formatNotGivenReason(text)
    case 'expiry_date':
    case 'booster_due_date':
      return formatCalendarDate(text)
    default:
      return text
  }
}

type FieldChange = VaccinationRecord['corrections'][number]['changes'][number]

export const formatCorrection = ({ field, from, to }: FieldChange): string =>
  `${NAMES[field] ?? field}: ${formatValue(field, from)} → ${formatValue(field, to)}`
