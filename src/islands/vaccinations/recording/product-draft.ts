import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import type { EnteredVaccination } from '#machines/vaccinations/vaccination-recording.types.ts'
import { sectionResolver } from './section-form.ts'

export type ProductDraft = {
  vaccine_product_id: string
  batch: string
  batch_number: string
  expiry_date: string
  manufacturer: string
}

export const productQuestions = [
  'vaccine_product_id',
  'batch',
  'batch_number',
  'expiry_date',
  'manufacturer',
] as const satisfies (keyof ProductDraft)[]

export const OTHER = 'other batch'

type Batches = VaccinationStart['batches']

export const filterBatches = (batches: Batches, productId: string): Batches =>
  batches.filter(({ vaccine_product_id }) => String(vaccine_product_id) === productId)

/**
 * A vaccine that is due is chosen, where it is given at such an appointment and no other one is due.
 * The batch that the clinician used today comes first; it is chosen where its vaccine is usual at
 * the appointment. Nothing else is chosen for anybody.
 */
export function firstProductDraft(
  { products, batches }: Pick<VaccinationStart, 'products' | 'batches'>,
  entered: EnteredVaccination,
): ProductDraft {
  const { vaccine_product_id, batch_number = '', expiry_date, manufacturer = '' } = entered
  if (vaccine_product_id !== undefined) {
    const productId = String(vaccine_product_id)
    const isListed = filterBatches(batches, productId).some(
      (one) => one.batch_number === batch_number,
    )
    const other = { batch_number, expiry_date: expiry_date ?? '', manufacturer }
    return {
      vaccine_product_id: productId,
      batch: isListed ? batch_number : batch_number === '' ? '' : OTHER,
      ...(isListed ? noOther : other),
    }
  }
  const due = products.filter(({ due_on }) => due_on !== null)
  const isUsualKnown = products.some(({ is_usual }) => is_usual)
  const [expected, ...others] = due.filter(({ is_usual }) => is_usual || !isUsualKnown)
  if (expected && others.length === 0) {
    const today = filterBatches(batches, String(expected.id)).find(({ used_today }) => used_today)
    return {
      vaccine_product_id: String(expected.id),
      batch: today?.batch_number ?? '',
      ...noOther,
    }
  }
  const usual = products.filter(({ is_usual }) => is_usual).map(({ id }) => id)
  const used = batches.find((batch) => batch.used_today && usual.includes(batch.vaccine_product_id))
  const only = usual.length === 1 ? String(usual[0]) : ''
  return {
    vaccine_product_id: used ? String(used.vaccine_product_id) : only,
    batch: used?.batch_number ?? '',
    ...noOther,
  }
}

const noOther = { batch_number: '', expiry_date: '', manufacturer: '' }

export const productResolver = (batches: Batches, isGiven: () => boolean) =>
  sectionResolver<ProductDraft>(
    ({ vaccine_product_id, batch, batch_number, expiry_date }) => {
      const isOther = isGiven() && batch === OTHER
      return {
        vaccine_product_id: vaccine_product_id === '' && 'Choose the vaccine',
        batch: isGiven() && batch === '' && 'Choose the batch',
        batch_number: isOther && batch_number.trim() === '' && 'Enter the batch number',
        expiry_date: isOther && expiry_date === '' && 'Enter the expiry date',
      }
    },
    ({ vaccine_product_id, batch, batch_number, expiry_date, manufacturer }) => {
      const listed = filterBatches(batches, vaccine_product_id).find(
        (one) => one.batch_number === batch,
      )
      const isOther = batch === OTHER
      return {
        vaccine_product_id: Number(vaccine_product_id),
        batch_number: listed?.batch_number ?? (isOther ? batch_number : ''),
        expiry_date: listed?.expiry_date ?? (isOther && expiry_date ? expiry_date : null),
        manufacturer: listed?.manufacturer ?? (isOther ? manufacturer : ''),
        ...(!isGiven() && { was_administered: false }),
      }
    },
  )
