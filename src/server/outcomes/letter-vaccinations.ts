import {
  type AdministrationChoice,
  bodySiteChoices,
  routeChoices,
} from '#lib/contract/records/administration-choices.ts'
import { formatCalendarDate, formatDate } from '#lib/dates/format-date-time.ts'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import type { Executor } from '../database/connection.ts'
import { isOfFormerProduct } from '../vaccinations/vaccination-rows.ts'

export async function letterVaccinations(
  executor: Executor,
  appointmentId: number,
  timeZone: string,
): Promise<LetterContext['vaccinations']> {
  const rows = await executor
    .selectFrom('vaccination_history as vaccination')
    .innerJoin('appointment', 'appointment.id', 'vaccination.appointment_id')
    .innerJoin('vaccine_product as product', 'product.id', 'vaccination.vaccine_product_id')
    .where('vaccination.appointment_id', '=', appointmentId)
    .whereRef('vaccination.patient_id', '=', 'appointment.patient_id')
    .where('vaccination.was_administered', '=', true)
    .where('vaccination.is_historical', '=', false)
    .where('vaccination.entered_in_error', 'is', null)
    .selectAll('vaccination')
    .select(['product.name as product', isOfFormerProduct.as('is_of_former_product')])
    .orderBy('vaccination.date_administered')
    .orderBy('vaccination.id')
    .execute()
  return rows.map((row) => ({
    product: row.product,
    date: formatDate(row.date_administered, timeZone),
    dose_number: row.dose_number === null ? '' : String(row.dose_number),
    batch_number: row.batch_number,
    expiry_date: row.expiry_date ? formatCalendarDate(row.expiry_date) : '',
    manufacturer: row.manufacturer,
    route: findLabel(routeChoices, row.route_of_administration),
    site: findLabel(bodySiteChoices, row.site_of_administration),
    booster_due:
      row.booster_due_date && !row.is_of_former_product
        ? formatCalendarDate(row.booster_due_date)
        : '',
  }))
}

const findLabel = (choices: readonly AdministrationChoice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? ''
