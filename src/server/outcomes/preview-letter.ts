import { audit } from '../audit/audit.ts'
import { staffViewer, withViewer } from '../forms/form-viewer.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { checkTemplate, checkTemplatePath } from './check-template.ts'
import { letterContent, letterContext, withheldFrom } from './letter-context.ts'
import { letterSubject } from './letter-subject.ts'
import { findOutcomeAppointment } from './outcome-reader.ts'
import { renderLetter } from './render-letter.ts'

type Preview = { template_code: string; template_path: string; appointment_id: number }

/**
 * Who writes templates sees in a preview no more of a patient than elsewhere.
 * @throws Refusal `invalid` as when it is saved; `not_found`, `not_allowed` for the appointment.
 */
export async function previewLetter(
  call: SignedInCall,
  { appointment_id: id, ...template }: Preview,
): Promise<{ html: string }> {
  await checkTemplate(template.template_code)
  checkTemplatePath(template.template_path)
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const { staff_id, patient_id } = await findOutcomeAppointment(tx, id)
    checkMay(call, 'appointment.see', staff_id)
    await audit(tx, call, {
      actor: viewer.actor,
      action: 'outcome.previewed',
      subjectType: 'appointment',
      subjectId: id,
      patientId: patient_id,
    })
    const subject = await letterSubject(tx, id)
    const content = await letterContent(tx, call, id, withheldFrom(call.viewer, staff_id))
    const outcome = { name: 'Outcome', given: new Date(call.services.now()) }
    const context = letterContext(call.services.settings, subject, content, outcome)
    return { html: await renderLetter(template, context) }
  })
}
