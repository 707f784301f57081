import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import type {
  RecordingSection,
  VaccinationRecordingContext,
} from '#machines/vaccinations/vaccination-recording.types.ts'
import { formatAdministration, formatBatch, formatNotGivenReason } from '../format-vaccination.ts'

type Context = Pick<VaccinationRecordingContext, 'entered' | 'isHistorical' | 'confirmed'>

export const sectionTitle = (section: RecordingSection, { isHistorical }: Context): string =>
  section === 'product' && isHistorical ? 'What was given, and where' : TITLES[section]

const TITLES: Readonly<Record<RecordingSection, string>> = {
  patient: 'Right patient',
  consent: 'Consent',
  product: 'Vaccine and batch',
  administration: 'Route and site',
  outcome: 'Given or not given',
  reactions: 'Reactions',
  nextDose: 'Next dose',
}

export function sectionSummary(
  section: RecordingSection,
  { entered, isHistorical, confirmed }: Context,
  { products }: Pick<VaccinationStart, 'products'>,
  timeZone: string,
): string[] {
  const { batch_number = '', expiry_date = null, dose_number } = entered
  const dose = dose_number ? [`Dose ${dose_number}`] : []
  const notes = entered.notes ? [entered.notes] : []
  switch (section) {
    case 'patient':
      return ['Checked']
    case 'consent':
      return [entered.consent_obtained ? 'The patient consents' : 'The patient does not consent']
    case 'product': {
      const product = products.find(({ id }) => id === entered.vaccine_product_id)?.name ?? ''
      const batch = formatBatch({ batch_number, expiry_date })
      if (isHistorical) {
        const on = entered.date_administered
          ? [formatCalendarDate(plainDateAt(entered.date_administered, timeZone))]
          : []
        const by = [entered.external_clinic_name, entered.administered_by].filter(Boolean)
        return [product, ...on, ...(by.length > 0 ? [by.join(', ')] : []), batch, ...dose]
      }
      const warned = confirmed.length > 0 ? ['Warnings confirmed'] : []
      return [product, ...(batch_number === '' ? [] : [batch]), ...warned]
    }
    case 'administration':
      return [
        formatAdministration({
          route_of_administration: entered.route_of_administration ?? '',
          site_of_administration: entered.site_of_administration ?? '',
        }),
        ...dose,
      ]
    case 'outcome':
      return entered.was_administered === false
        ? [`Not given. ${formatNotGivenReason(entered.not_given_reason ?? '')}`, ...notes]
        : ['Given']
    case 'reactions':
      return [entered.adverse_reactions || 'None']
    case 'nextDose':
      return [
        entered.booster_due_date
          ? `Due ${formatCalendarDate(entered.booster_due_date)}`
          : 'None needed',
        ...notes,
      ]
  }
}
