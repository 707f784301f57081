import { sql } from 'kysely'
import { formatDate, formatTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { accessFragment } from '#lib/own-appointments/appointment-link.ts'
import type { Executor } from '../database/connection.ts'
import { SENT_LINK_DAYS } from '../identity/guest-links.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import type { Services } from '../services.ts'
import { greetedAs, notifiedPatients, type ReadSubject, sentTo } from './message-rows.ts'

export const offerSubject: ReadSubject = async (tx, { settings }, message) => {
  const offer = await readOffer(tx, message.offer_id ?? 0)
  const patient = await notifiedPatients(tx)
    .where('patient.id', '=', message.patient_id)
    .executeTakeFirst()
  if (!offer || !patient) return undefined
  const { CLINIC_TIME_ZONE: zone, PRODUCT_NAME } = settings
  const { starts_at: start, ends_at: end } = offer
  const service = offer.type_hidden ? 'Appointment' : offer.type_name
  const day = formatDate(start, zone)
  return {
    patient,
    appointmentTypeId: offer.appointment_type_id,
    whyDropped:
      offer.is_open || message.event === 'offer_ended'
        ? null
        : 'The time is no longer kept for the patient.',
    say: async (issuing, sending) => {
      const link = await issueEntryLink(issuing, settings, {
        entryId: offer.entry_id,
        patientId: message.patient_id,
        ...sentTo(sending, patient),
      })
      return {
        context: {
          first_name: greetedAs(patient),
          service,
          day,
          time: formatTime(start, zone),
          details: [
            service,
            `${day}, ${formatTimeRange(start, end, zone)}`,
            [offer.site_name, offer.site_address1, offer.site_postcode].filter(Boolean).join(', '),
          ].join('\n'),
          answer_by: answerBy(offer.expires, zone),
          site: offer.site_name,
          phone: offer.site_telephone,
          reference: '',
          sentence: offer.before ? replaces(offer.before, zone) : message.sentence,
          forms_due: 0,
          before_you_come: '',
          what_to_bring: '',
          prices: '',
          link,
          book_link: link,
          clinic: PRODUCT_NAME,
        },
        calendar: null,
      }
    },
  }
}

const replaces = (before: Date, zone: string) =>
  `If you take it, it replaces your appointment at ${formatTime(before, zone)} on ${formatDate(before, zone)}.`

const answerBy = (expires: Date, zone: string) =>
  `${formatTime(expires, zone)} on ${formatDate(expires, zone)}`

export const previewedOffer = ({ settings, now }: Pick<Services, 'settings' | 'now'>) => ({
  answer_by: answerBy(
    new Date(now() + settings.WAITING_LIST_OFFER_MINUTES * 60_000),
    settings.CLINIC_TIME_ZONE,
  ),
  link: `${settings.publicUrl}/waiting-list`,
})

const readOffer = (tx: Executor, id: number) =>
  tx
    .selectFrom('waiting_list_offer as offer')
    .innerJoin('waiting_list_entry as entry', 'entry.id', 'offer.entry_id')
    .innerJoin('appointment_type as type', 'type.id', 'entry.appointment_type_id')
    .innerJoin('site', 'site.id', 'offer.site_id')
    .leftJoin('appointment as before', 'before.id', 'entry.appointment_id')
    .where('offer.id', '=', id)
    .select([
      sql<boolean>`offer.state = 'open' and offer.expires > now()`.as('is_open'),
      'offer.expires',
      'before.starts_at as before',
      'offer.starts_at',
      'offer.ends_at',
      'offer.entry_id',
      'entry.appointment_type_id',
      'type.name as type_name',
      'type.hidden as type_hidden',
      'site.name as site_name',
      'site.address1 as site_address1',
      'site.postcode as site_postcode',
      'site.telephone as site_telephone',
    ])
    .executeTakeFirst()

type EntryLink = { entryId: number; patientId: number } & ReturnType<typeof sentTo>

/** People who sign in are asked to; others get a link of their own to this entry. */
async function issueEntryLink(
  tx: Executor,
  { publicUrl }: Services['settings'],
  { entryId, patientId, ...sent }: EntryLink,
): Promise<string> {
  const page = `${publicUrl}/waiting-list`
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('person_id', '=', patientId)
    .executeTakeFirst()
  if (account) return page
  const token = newToken()
  await tx
    .insertInto('waiting_list_access')
    .values({
      token_hash: tokenHash(token),
      entry_id: entryId,
      issued_to: patientId,
      ...sent,
      expires_at: sql<Date>`(select until + ${1 + SENT_LINK_DAYS}::integer
        from waiting_list_entry where id = ${entryId})`,
    })
    .execute()
  return page + accessFragment(token)
}
