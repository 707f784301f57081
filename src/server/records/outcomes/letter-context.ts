import { addressLines } from '#lib/address-lines.ts'
import { formatCalendarDate, formatDate, formatTime } from '#lib/format-date-time.ts'
import { spacedNhsNumber } from '#lib/nhs-number.ts'
import type { LetterContext } from '#lib/records/outcomes/letter-names.ts'
import type { Executor } from '../../database/connection.ts'
import type { FormViewer } from '../../forms/form-viewer.ts'
import type { Call } from '../../http/implement.ts'
import { letterAdvice } from './letter-advice.ts'
import { answersByForm, letterForms } from './letter-forms.ts'
import type { LetterSubject } from './letter-subject.ts'
import { letterVaccinations } from './letter-vaccinations.ts'

/** What a preview leaves out for those who may not see it elsewhere. */
export type Withheld = { forms: boolean; vaccinations: boolean; advice: boolean }
const nothing: Withheld = { forms: false, vaccinations: false, advice: false }

/** Every name of `letter-names.ts`, with values of this appointment and its patient alone. */
export async function letterContext(
  executor: Executor,
  { call, viewer }: { call: Call; viewer: FormViewer },
  { person, appointment, gp_surgery }: LetterSubject,
  outcome: { name: string; given: Date },
  withheld: Withheld = nothing,
): Promise<LetterContext> {
  const { CLINIC_TIME_ZONE: zone, publicUrl } = call.services.settings
  const forms = withheld.forms ? [] : await letterForms(executor, call, viewer, appointment.id)
  return {
    patient: {
      title: person.title,
      first_name: person.first_name,
      last_name: person.last_name,
      full_name: person.full_name,
      dob: calendarDate(person.dob),
      nhs_number: spacedNhsNumber(person.nhs_number),
      address: addressLines(person).join(', '),
      email: person.email,
      mobile: person.mobile,
    },
    appointment: {
      type: appointment.type_name,
      date: formatDate(appointment.starts_at, zone),
      time: formatTime(appointment.starts_at, zone),
      reference: appointment.reference,
      notes: appointment.notes,
    },
    clinician: {
      full_name: appointment.clinician_name,
      registration_number: appointment.registration_number,
    },
    site: {
      name: appointment.site_name,
      address: siteAddress(appointment).join(', '),
      telephone: appointment.site_telephone,
      email: appointment.site_email,
      url: `${publicUrl}/services`,
    },
    gp_surgery: {
      name: gp_surgery?.name ?? '',
      address: gp_surgery ? addressLines(gp_surgery).join(', ') : '',
      telephone: gp_surgery?.telephone ?? '',
      email: gp_surgery?.email ?? '',
    },
    outcome: { name: outcome.name, date: formatDate(outcome.given, zone) },
    forms,
    answers: answersByForm(forms),
    vaccinations: withheld.vaccinations
      ? []
      : await letterVaccinations(executor, appointment.id, zone),
    advice: withheld.advice ? [] : await letterAdvice(executor, appointment.id, zone),
  }
}

export const siteAddress = ({
  site_address1: address1,
  site_address2: address2,
  site_city: city,
  site_postcode: postcode,
}: LetterSubject['appointment']): string[] => addressLines({ address1, address2, city, postcode })

const calendarDate = (date: string | null) => (date ? formatCalendarDate(date) : '')
