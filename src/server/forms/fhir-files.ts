import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { FhirJson } from '#lib/forms/fhir/export-answers.ts'
import { exportQuestionnaire } from '#lib/forms/fhir/export-questionnaire.ts'
import { exportResponse } from '#lib/forms/fhir/export-response.ts'
import { can } from '#lib/policy/policy.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { staffViewer, withViewer } from './form-viewer.ts'
import { readSubmittedForm } from './read-form.ts'

export async function questionnaireFile(call: SignedInCall, id: number): Promise<FileAnswer> {
  const { db, settings } = call.services
  const row = await db
    .selectFrom('eform')
    .select(['name', 'title', 'description', 'edition', 'subversion', 'form_definition'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This e-form'))
  const { questionnaire } = exportQuestionnaire(
    { ...row, version: `${row.edition}.${row.subversion}` },
    row.form_definition as FormItem[],
    { url: questionnaireAddress(call, id), timeZone: settings.CLINIC_TIME_ZONE },
  )
  return fhirFile(`questionnaire-${id}.json`, questionnaire)
}

/**
 * Read as the form is, by the same rules and with the same line of the audit trail.
 * @throws Refusal `not_found`, `not_allowed`.
 */
export async function questionnaireResponseFile(
  call: SignedInCall,
  id: number,
): Promise<FileAnswer> {
  const form = await readSubmittedForm(call, staffViewer(call), id)
  const { eform, answers, on } = form
  const response = exportResponse(
    { items: eform.formDefinition, answers, on },
    {
      id: String(id),
      questionnaire: `${questionnaireAddress(call, eform.id)}|${eform.version}.${eform.subversion}`,
      status: form.replaces === null ? 'completed' : 'amended',
      authored: form.submitted,
      author: { display: form.submitted_by_name },
      subject: await readSubject(call, form.appointment_id),
      timeZone: call.services.settings.CLINIC_TIME_ZONE,
      fileAddress: (file) => `${call.apiUrl}/admin/files/${file}/`,
    },
  )
  return fhirFile(`questionnaire-response-${id}.json`, response)
}

export const questionnaireAddress = ({ apiUrl }: Pick<Call, 'apiUrl'>, id: number) =>
  `${apiUrl}/admin/eforms/${id}/questionnaire/`

const readSubject = (call: SignedInCall, appointmentId: number): Promise<FhirJson | null> =>
  withViewer(call, staffViewer(call), async (tx) => {
    const row = await tx
      .selectFrom('appointment')
      .innerJoin('person', 'person.id', 'appointment.patient_id')
      .select(['person.full_name', 'appointment.staff_id'])
      .where('appointment.id', '=', appointmentId)
      .executeTakeFirst()
    return row && can(call.viewer, 'appointment.see', { staffId: row.staff_id })
      ? { display: row.full_name }
      : null
  })

const fhirFile = (name: string, resource: object): FileAnswer => ({
  name,
  content: (async function* () {
    yield `${JSON.stringify(resource, null, 2)}\n`
  })(),
})
