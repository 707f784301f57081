import type { FieldErrors } from '../contract/errors.ts'
import type { VaccinationWarning } from '../contract/records/vaccinations.ts'
import { addDays, formatCalendarDate } from '../dates/format-date-time.ts'

export type VaccinationFacts = {
  givenOn: string
  isInFuture: boolean
  isHistorical: boolean
  isNewRecord: boolean
  wasAdministered: boolean
  notGivenReason: string
  hasConsent: boolean
  batchNumber: string
  expiryDate: string | null
  boosterDueDate: string | null
  hasClinician: boolean
  externalClinicName: string
  patient: { dob: string | null; isDeceased: boolean }
  product: {
    name: string
    description: string
    isActive: boolean
    dosesRequired: number
    intervalWeeks: number | null
  }
  earlier: readonly { givenOn: string; doseNumber: number | null }[]
  allergies: readonly string[]
  missingCompetencies: readonly string[]
}

export type Warned = { code: VaccinationWarning; text: string }

/** An error can depend on these. `given_on` is the day of `date_administered`. */
type CheckedField =
  | 'staff_id'
  | 'expiry_date'
  | 'batch_number'
  | 'date_administered'
  | 'given_on'
  | 'was_administered'
  | 'not_given_reason'
  | 'consent_obtained'
  | 'booster_due_date'
  | 'is_historical'
  | 'external_clinic_name'

/**
 * @param changed the fields that a correction changes: errors that depend on none of them do not
 * count, also where the rules or other records have changed since. Left out, each is new.
 */
export function vaccinationErrors(
  facts: VaccinationFacts,
  changed?: ReadonlySet<string>,
): FieldErrors {
  const errors: Record<string, string[]> = {}
  const refuse = (field: string, message: string, dependsOn: readonly CheckedField[]) => {
    if (changed && !dependsOn.some((name) => changed.has(name))) return
    errors[field] = [...(errors[field] ?? []), message]
  }
  const { givenOn, patient, product, wasAdministered, isHistorical, expiryDate } = facts
  if (facts.isInFuture) {
    refuse('date_administered', 'Enter a date and time in the past.', ['date_administered'])
  }
  if (patient.dob && givenOn < patient.dob) {
    refuse('date_administered', 'Enter a date after the patient was born.', ['given_on'])
  }
  if (patient.isDeceased && facts.isNewRecord && !isHistorical) {
    refuse('non_field_errors', 'The patient has died. You can only record past vaccinations.', [])
  }
  if (facts.isNewRecord && !isHistorical && !product.isActive) {
    refuse('vaccine_product_id', 'This vaccine is no longer given here. Choose another.', [])
  }
  if (wasAdministered && expiryDate !== null && expiryDate < givenOn) {
    refuse('expiry_date', 'This batch had expired. Use another batch.', [
      'expiry_date',
      'given_on',
      'was_administered',
    ])
  }
  const whetherGiven = ['not_given_reason', 'was_administered'] as const
  if (wasAdministered && facts.notGivenReason !== '') {
    refuse('not_given_reason', 'Leave this empty for a vaccine that was given.', whetherGiven)
  }
  if (!wasAdministered && facts.notGivenReason === '') {
    refuse('not_given_reason', 'Choose why the vaccine was not given.', whetherGiven)
  }
  const nextDose = ['booster_due_date', 'given_on', 'was_administered'] as const
  if (facts.boosterDueDate !== null && !wasAdministered) {
    refuse('booster_due_date', 'Only a vaccine that was given has a next dose.', nextDose)
  } else if (facts.boosterDueDate !== null && facts.boosterDueDate <= givenOn) {
    refuse('booster_due_date', 'Enter a date after this dose.', nextDose)
  }
  if (isHistorical) {
    if (facts.hasClinician) {
      refuse('is_historical', 'A vaccine that was given elsewhere has no clinician of ours.', [
        'is_historical',
        'staff_id',
      ])
    }
    if (!wasAdministered) {
      refuse('was_administered', 'Only record vaccines that were given elsewhere.', [
        'is_historical',
        'was_administered',
      ])
    }
    return errors
  }
  if (!facts.hasClinician)
    refuse('staff_id', 'Choose the clinician.', ['staff_id', 'is_historical'])
  if (facts.externalClinicName !== '') {
    refuse('external_clinic_name', 'Leave this empty for a vaccine that was given here.', [
      'external_clinic_name',
      'is_historical',
    ])
  }
  if (!wasAdministered) return errors
  const givenHere = ['was_administered', 'is_historical'] as const
  if (!facts.hasConsent) {
    refuse('consent_obtained', 'Confirm that the patient has consented.', [
      'consent_obtained',
      ...givenHere,
    ])
  }
  if (facts.batchNumber === '') {
    refuse('batch_number', 'Enter the batch number.', ['batch_number', ...givenHere])
  }
  if (expiryDate === null) {
    refuse('expiry_date', 'Enter the expiry date.', ['expiry_date', ...givenHere])
  }
  for (const name of facts.missingCompetencies) {
    const message = `This clinician did not hold the competency ${name} on that day.`
    refuse('staff_id', message, ['staff_id', 'given_on', ...givenHere])
  }
  return errors
}

export function vaccinationWarnings(facts: VaccinationFacts): Warned[] {
  if (!facts.wasAdministered) return []
  const { givenOn, product, earlier, allergies } = facts
  const warnings: Warned[] = []
  if (earlier.some((dose) => dose.givenOn === givenOn)) {
    const text = `${product.name} is already recorded for ${formatCalendarDate(givenOn)}.`
    warnings.push({ code: 'same_day', text })
  }
  if (product.intervalWeeks === null && earlier.length >= product.dosesRequired) {
    const doses = product.dosesRequired === 1 ? '1 dose' : `${product.dosesRequired} doses`
    const are = product.dosesRequired === 1 ? 'is' : 'are'
    const text = `${doses} of ${product.name} ${are} needed, and ${earlier.length} already recorded.`
    warnings.push({ code: 'too_many_doses', text })
  }
  if (product.intervalWeeks !== null && isTooSoon(givenOn, product.intervalWeeks, earlier)) {
    const weeks = product.intervalWeeks === 1 ? '1 week' : `${product.intervalWeeks} weeks`
    const text = `Doses of ${product.name} should be at least ${weeks} apart.`
    warnings.push({ code: 'short_interval', text })
  }
  const content = `${product.name} ${product.description}`
  const matching = allergies.filter((name) => isNamedIn(name, content))
  if (matching.length > 0) {
    const text = `The patient is allergic to ${matching.join(', ')}. Check what ${product.name} contains.`
    warnings.push({ code: 'allergy', text })
  }
  return warnings
}

/** Counts recorded doses alone: nobody knows which dose it is where none was recorded. */
export function suggestedDoseNumber(earlier: VaccinationFacts['earlier']): number | null {
  const numbers = earlier.flatMap(({ doseNumber }) => doseNumber ?? [])
  const next = Math.max(0, ...numbers) + 1
  return numbers.length === 0 || next > MOST_DOSES ? null : next
}

const MOST_DOSES = 20

export const nextDoseDate = (givenOn: string, intervalWeeks: number | null): string | null =>
  intervalWeeks === null ? null : addDays(givenOn, 7 * intervalWeeks)

/** The next dose follows from the new product, unless somebody entered it. */
export function nextDoseOfProduct(
  before: VaccinationFacts,
  after: VaccinationFacts,
): string | null {
  const { givenOn, wasAdministered, boosterDueDate, product } = before
  const isComputed =
    wasAdministered && boosterDueDate === nextDoseDate(givenOn, product.intervalWeeks)
  if (!isComputed) return boosterDueDate
  return after.wasAdministered ? nextDoseDate(after.givenOn, after.product.intervalWeeks) : null
}

const isTooSoon = (givenOn: string, weeks: number, earlier: VaccinationFacts['earlier']): boolean =>
  earlier.some(
    (dose) =>
      dose.givenOn !== givenOn &&
      givenOn < addDays(dose.givenOn, 7 * weeks) &&
      dose.givenOn < addDays(givenOn, 7 * weeks),
  )

const SHORTEST_WORD = 4
const COMMON_WORDS = ['allergy', 'allergic', 'vaccine', 'vaccines', 'protein', 'type', 'other']

/** Finds "Egg protein" in "contains eggs", and "Egg" alone as well. */
function isNamedIn(allergy: string, content: string): boolean {
  const words = splitWords(allergy).filter((word) => !COMMON_WORDS.includes(word))
  const significant = words.filter((word) => word.length >= SHORTEST_WORD)
  const found = splitWords(content)
  return (significant.length > 0 ? significant : words).some((word) =>
    found.some((other) => singular(other) === singular(word)),
  )
}

const splitWords = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []
const singular = (word: string) => word.replace(/s$/, '')
