import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type {
  ExportedAppointment,
  ExportedFormAnswers,
} from '#lib/contract/records/record-export.ts'
import { answerRows } from '#lib/forms/answer-rows.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { formatShownAnswer } from '#lib/forms/format-answer.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import { type AppointmentRow, appointmentRows } from '../../booking/appointment-rows.ts'
import { submittedFormRows, versionContent } from '../../forms/form-rows.ts'
import { type FormViewer, patientViewer } from '../../forms/form-viewer.ts'
import { clinicDay } from '../../forms/present-form.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { issuedLetter, letterFor } from '../../outcomes/issued-letter.ts'
import { recordedLetterRows } from '../../outcomes/outcome-rows.ts'
import { Refusal } from '../../refusals/refusal.ts'

const BATCH = 20

/** The patient's own, in the order of the ids, with their forms, outcomes and letters. */
export async function* exportedAppointments(
  call: SignedInCall,
  ids: readonly number[],
): AsyncIterable<ExportedAppointment> {
  const { db } = call.services
  const viewer = await patientViewer(call)(db)
  for (let done = 0; done < ids.length; done += BATCH) {
    const batch = ids.slice(done, done + BATCH)
    const rows = await appointmentRows(db).where('appointment.id', 'in', batch).execute()
    const forms = await readForms(call, viewer, batch)
    for (const id of batch) {
      const row = rows.find((each) => each.id === id)
      if (row) {
        yield {
          ...presentExported(row),
          outcomes: row.outcomes.length > 0 ? await readOutcomes(call, viewer, id) : [],
          forms: forms.get(id) ?? [],
        }
      }
    }
  }
}

const presentExported = (row: AppointmentRow): Omit<ExportedAppointment, 'outcomes' | 'forms'> => ({
  reference: row.reference,
  service: row.type_name,
  status: row.status as ExportedAppointment['status'],
  start: row.starts_at.toISOString(),
  end: row.ends_at.toISOString(),
  site_name: row.site_name,
  site_address: addressLines({
    address1: row.site_address1,
    address2: row.site_address2,
    city: row.site_city,
    postcode: row.site_postcode,
  }),
  clinician_name: row.clinician_name,
})

async function readForms(
  call: SignedInCall,
  viewer: FormViewer,
  appointmentIds: readonly number[],
): Promise<Map<number, ExportedFormAnswers[]>> {
  const { db } = call.services
  const rows = await submittedFormRows(db, viewer)
    .select('submitted_form.answers')
    .where('saved_form.appointment_id', 'in', appointmentIds)
    .where('saved_form.kind', '=', 'patient')
    .orderBy('submitted_form.id')
    .execute()
  const forms = new Map<number, ExportedFormAnswers[]>()
  for (const row of rows) {
    const { items } = await versionContent(call, db, row)
    const answers = row.answers as Answers
    const { pages } = evaluateForm(items, answers, { on: clinicDay(call, row.submitted) })
    const form: ExportedFormAnswers = {
      id: row.id,
      title: row.eform_title || row.eform_name,
      version: `${row.edition}.${row.subversion}`,
      submitted: row.submitted.toISOString(),
      submitted_by_name: row.submitted_by_name,
      is_replaced: row.replaced_by !== null,
      reason: row.reason,
      answers: pages.flatMap(({ page, items: shown }) =>
        shown.flatMap(answerRows).map(({ shown: answered, name }) => ({
          item: answered.path,
          page: page?.label ?? '',
          question: name,
          answer: formatShownAnswer(answered),
        })),
      ),
    }
    forms.set(row.appointment_id, [...(forms.get(row.appointment_id) ?? []), form])
  }
  return forms
}

async function readOutcomes(
  call: SignedInCall,
  viewer: FormViewer,
  appointmentId: number,
): Promise<ExportedAppointment['outcomes']> {
  const { db } = call.services
  const rows = await recordedLetterRows(db, appointmentId)
    .where('given.ended', 'is', null)
    .execute()
  const outcomes: ExportedAppointment['outcomes'] = []
  for (const row of rows) {
    const letter = async () =>
      (await letterFor(call, viewer, row, await issuedLetter(db, call, appointmentId, row))).html
    outcomes.push({
      name: row.name,
      recorded: row.given.toISOString(),
      letter_html: row.has_letter ? await letter().catch(unlessUnreadable) : null,
    })
  }
  return outcomes
}

/** A mistake in one template must not keep a patient from their record. */
function unlessUnreadable(error: unknown): null {
  if (error instanceof Refusal && error.code === 'conflict') return null
  throw error
}
