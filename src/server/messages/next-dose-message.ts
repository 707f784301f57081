import { sql } from 'kysely'
import { addDays, formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { bookLink } from '#lib/own-appointments/appointment-link.ts'
import { isDaytime, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import { isNextDoseOpen } from '../vaccinations/vaccination-rows.ts'
import { greetedAs, notifiedPatients, type ReadSubject } from './message-rows.ts'

/** Before the dose is due: nothing is said of one that is nearer, or overdue, when it is found. */
const LEAD_DAYS = { from: 7, to: 14 }

/** The patient has an appointment to come of the type at which the dose before was given. */
const isBooked = sql<boolean>`exists (
  select from appointment as next
    join appointment as before on before.id = vaccination.appointment_id
  where next.patient_id = vaccination.patient_id and next.status = 'booked'
    and next.starts_at > now() and next.appointment_type_id = before.appointment_type_id)`

/**
 * Writes to patients whose next dose falls due in two weeks, once for each dose.
 * @returns how many messages were written.
 */
export async function planNextDoses(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
): Promise<number> {
  if (!isDaytime(services)) return 0
  const today = toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)
  const { numAffectedRows } = await sql`
    insert into message (event, vaccination_id, patient_id)
    select 'next_dose_due', vaccination.id, vaccination.patient_id
    from vaccination_history as vaccination
      join vaccine_product as product on product.id = vaccination.vaccine_product_id
    where vaccination.booster_due_date between ${addDays(today, LEAD_DAYS.from)}::date
        and ${addDays(today, LEAD_DAYS.to)}::date
      and product.is_active and ${isNextDoseOpen} and not ${isBooked}
      and not exists (select from message where message.vaccination_id = vaccination.id)
    on conflict do nothing`.execute(services.db)
  return Number(numAffectedRows ?? 0)
}

/** Names neither disease nor product: others may read the message. */
export const nextDoseSubject: ReadSubject = async (tx, { settings }, message) => {
  const dose = await readDose(tx, message.vaccination_id ?? 0)
  const patient = await notifiedPatients(tx)
    .where('patient.id', '=', message.patient_id)
    .executeTakeFirst()
  if (!dose?.due || !patient) return undefined
  const day = formatCalendarDate(dose.due)
  const book_link = bookLink(settings.publicUrl, dose.service_slug)
  return {
    patient,
    appointmentTypeId: dose.type_id,
    whyDropped: whyDropped(dose),
    say: async () => ({
      context: {
        first_name: greetedAs(patient),
        service: 'Vaccination',
        day,
        time: '',
        details: day,
        site: dose.site_name ?? '',
        phone: dose.site_telephone ?? '',
        reference: '',
        sentence: '',
        answer_by: '',
        forms_due: 0,
        before_you_come: '',
        what_to_bring: '',
        prices: '',
        link: book_link,
        book_link,
        clinic: settings.PRODUCT_NAME,
      },
      calendar: null,
    }),
  }
}

const readDose = (tx: Executor, id: number) =>
  tx
    .selectFrom('vaccination_history as vaccination')
    .leftJoin('appointment', 'appointment.id', 'vaccination.appointment_id')
    .leftJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .leftJoin('site', 'site.id', 'appointment.site_id')
    .where('vaccination.id', '=', id)
    .select([
      'vaccination.booster_due_date as due',
      'type.id as type_id',
      sql<string | null>`case when not type.disabled and not type.hidden then type.slug end`.as(
        'service_slug',
      ),
      'site.name as site_name',
      'site.telephone as site_telephone',
      isNextDoseOpen.as('is_open'),
      isBooked.as('is_booked'),
    ])
    .executeTakeFirst()

function whyDropped({ is_open, is_booked }: { is_open: boolean; is_booked: boolean }) {
  if (!is_open) return 'The next dose is no longer due.'
  return is_booked ? 'The patient has booked the next dose.' : null
}
