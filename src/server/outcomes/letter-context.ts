import { sql } from 'kysely'
import {
  type AdministrationChoice,
  bodySiteChoices,
  routeChoices,
} from '#lib/contract/records/administration-choices.ts'
import { formatCalendarDate, formatDate, formatTime } from '#lib/dates/format-date-time.ts'
import { evaluateForm, type ShownItem } from '#lib/forms/evaluate-form.ts'
import { formatShownAnswer } from '#lib/forms/format-answer.ts'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import { can } from '#lib/policy/policy.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import type { Executor } from '../database/connection.ts'
import { submittedAnswers, submittedFormRows, versionContent } from '../forms/form-rows.ts'
import { everything } from '../forms/form-viewer.ts'
import { clinicDay } from '../forms/present-form.ts'
import type { Call } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'
import type { Settings } from '../settings.ts'
import { isOfFormerProduct } from '../vaccinations/vaccination-rows.ts'
import type { LetterSubject } from './letter-subject.ts'

type LetterForms = LetterContext['forms']

/**
 * The template decides what a letter says of submitted forms. Hidden questions and replaced forms
 * are left out.
 */
async function letterForms(
  executor: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
): Promise<LetterForms> {
  const rows = await submittedFormRows(executor, { sees: everything, seesForm: everything })
    .where('saved_form.appointment_id', '=', appointmentId)
    .where('amendment.id', 'is', null)
    .orderBy('submitted_form.id')
    .execute()
  const forms: LetterForms = []
  for (const row of rows) {
    const { items } = await versionContent(call, executor, row)
    const answers = await submittedAnswers(executor, row.id)
    const { pages } = evaluateForm(items, answers, { on: clinicDay(call, row.submitted) })
    forms.push({
      name: row.eform_name,
      title: row.eform_title || row.eform_name,
      date: formatDate(row.submitted, call.services.settings.CLINIC_TIME_ZONE),
      answers: pages.flatMap((page) => page.items.flatMap(answersTo)),
    })
  }
  return forms
}

/**
 * The keys are the name of the form and the id of the question; entries of a group each have a
 * line.
 */
const answersByForm = (forms: LetterForms): LetterContext['answers'] =>
  Object.fromEntries(
    forms.map(({ name, answers }) => {
      const ids = [...new Set(answers.map(({ id }) => id))]
      return [name, Object.fromEntries(ids.map((id) => [id, findAnswers(answers, id)]))]
    }),
  )

const findAnswers = (answers: LetterForms[number]['answers'], id: string) =>
  answers
    .filter((each) => each.id === id)
    .map(({ answer }) => answer)
    .join('\n')

function answersTo(shown: ShownItem): LetterForms[number]['answers'] {
  const { item, entries, isUnread } = shown
  if (item.type === 'heading' || item.type === 'paragraph') return []
  if (item.type === 'group' && !isUnread) return (entries ?? []).flat().flatMap(answersTo)
  const answer = formatShownAnswer(shown).join(', ')
  return answer === '' ? [] : [{ id: item.id, question: item.label, answer }]
}

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

export type LetterContent = Pick<LetterContext, 'forms' | 'vaccinations' | 'advice'>

/** What staff may not see elsewhere: a preview leaves it out, a letter that has it stays closed. */
type Withheld = { forms: boolean; vaccinations: boolean; advice: boolean }

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

export function letterContext(
  { CLINIC_TIME_ZONE: zone, publicUrl }: Pick<Settings, 'CLINIC_TIME_ZONE' | 'publicUrl'>,
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

/** That was written for the appointment and not withdrawn, the pinned first. */
async function letterAdvice(
  executor: Executor,
  appointmentId: number,
  timeZone: string,
): Promise<LetterContext['advice']> {
  const rows = await executor
    .selectFrom('patient_advice as advice')
    .select(['advice.advice_text', 'advice.created'])
    .select(
      sql<string[]>`array(
        select category.name from patient_advice_category as chosen
          join advice_category as category on category.id = chosen.advice_category_id
        where chosen.patient_advice_id = advice.id order by category.name)`.as('categories'),
    )
    .where('advice.appointment_id', '=', appointmentId)
    .where('advice.withdrawn_at', 'is', null)
    .where('advice.archived_at', 'is', null)
    .orderBy('advice.pinned', 'desc')
    .orderBy('advice.id')
    .execute()
  return rows.map(({ advice_text, created, categories }) => ({
    text: advice_text,
    categories: categories.join(', '),
    date: formatDate(created, timeZone),
  }))
}
