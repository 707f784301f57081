import { formatCalendarDate, formatDate, formatTime } from '#lib/dates/format-date-time.ts'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import { can } from '#lib/policy/policy.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'
import type { Settings } from '../settings.ts'
import { letterAdvice } from './letter-advice.ts'
import { answersByForm, letterForms } from './letter-forms.ts'
import type { LetterSubject } from './letter-subject.ts'
import { letterVaccinations } from './letter-vaccinations.ts'

export type LetterContent = Pick<LetterContext, 'forms' | 'vaccinations' | 'advice'>

/** What staff may not see elsewhere: a preview leaves it out, a letter that has it stays closed. */
export type Withheld = { forms: boolean; vaccinations: boolean; advice: boolean }

export const withheldFrom = (staff: SignedIn, staffId: number): Withheld => ({
  forms: !(
    can(staff, 'submittedForm.see', { staffId }) && can(staff, 'clinicianForm.see', { staffId })
  ),
  vaccinations: !can(staff, 'vaccination.see'),
  advice: !can(staff, 'advice.see'),
})

const nothing: Withheld = { forms: false, vaccinations: false, advice: false }

export async function letterContent(
  executor: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
  withheld: Withheld = nothing,
): Promise<LetterContent> {
  const { CLINIC_TIME_ZONE: zone } = call.services.settings
  return {
    forms: withheld.forms ? [] : await letterForms(executor, call, appointmentId),
    vaccinations: withheld.vaccinations
      ? []
      : await letterVaccinations(executor, appointmentId, zone),
    advice: withheld.advice ? [] : await letterAdvice(executor, appointmentId, zone),
  }
}

export type LetterSettings = Pick<Settings, 'CLINIC_TIME_ZONE' | 'publicUrl'>

export const letterSettings = ({ CLINIC_TIME_ZONE, publicUrl }: Settings): LetterSettings => ({
  CLINIC_TIME_ZONE,
  publicUrl,
})

export function letterContext(
  { CLINIC_TIME_ZONE: zone, publicUrl }: LetterSettings,
  { person, appointment, gp_surgery }: LetterSubject,
  content: LetterContent,
  outcome: { name: string; given: Date },
): LetterContext {
  return {
    patient: {
      title: person.title,
      first_name: person.first_name,
      last_name: person.last_name,
      full_name: person.full_name,
      dob: person.dob ? formatCalendarDate(person.dob) : '',
      nhs_number: spacedNhsNumber(person.nhs_number),
      address: addressLines(person).join(', '),
      email: person.email,
      mobile: person.mobile,
    },
    appointment: {
      type: appointment.type_name,
      date: formatDate(appointment.start, zone),
      time: formatTime(appointment.start, zone),
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
    ...content,
    answers: answersByForm(content.forms),
  }
}

export const siteAddress = ({
  site_address1: address1,
  site_address2: address2,
  site_city: city,
  site_postcode: postcode,
}: LetterSubject['appointment']): string[] => addressLines({ address1, address2, city, postcode })
