import type { OutcomeLetter } from '#lib/contract/outcomes.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { type FormViewer, staffViewer, withViewer } from '../forms/form-viewer.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { notFound } from '../refusals/refusal.ts'
import { checkTemplate, checkTemplatePath } from './appointment-outcome-store.ts'
import { checkMayReadLetter, isStillCurrent, issuedLetter, letterFor } from './issued-letter.ts'
import { letterContent, letterContext, withheldFrom } from './letter-context.ts'
import { letterSubject } from './letter-subject.ts'
import {
  asOutcomeReader,
  findOutcomeAppointment,
  mayOnOutcomes,
  type OutcomeReader,
  type RecordedLetterRow,
  type RecordedOutcomeRow,
  recordedLetterRows,
  recordedOutcomeRows,
} from './recorded-outcomes.ts'
import { renderLetter } from './render-letter.ts'

type Requested = { outcomeId: number; recordedId: number | undefined }

export async function readLetter(
  call: Call,
  reader: OutcomeReader,
  appointmentId: number,
  requested: Requested,
): Promise<OutcomeLetter> {
  return await asOutcomeReader(call, reader, appointmentId, async (tx, viewer, appointment) => {
    const row = await findRecorded(tx, viewer, appointmentId, requested)
    await audit(tx, call, {
      actor: viewer.actor,
      action: 'outcome.read',
      subjectType: 'appointment',
      subjectId: appointmentId,
      patientId: appointment.patient_id,
      change: { outcome: `${row.name} ${row.edition}.${row.subversion}` },
    })
    const issued = await issuedLetter(tx, call, appointmentId, row)
    await checkMayReadLetter(viewer, appointment.staff_id, row, issued)
    const may = mayOnOutcomes(viewer, appointment)
    const mayCorrect = may.includes('change') && row.ended === null
    return {
      id: row.id,
      outcome_id: row.outcome_id,
      appointment_id: appointmentId,
      name: row.name,
      version: row.edition,
      subversion: row.subversion,
      recorded: row.given.toISOString(),
      ...(await letterFor(call, viewer, row, issued)),
      corrects: await correctedBy(tx, appointmentId, row),
      ...(await readReplacement(tx, appointmentId, row)),
      may,
      is_current: !mayCorrect || (await isStillCurrent(tx, call, appointmentId, row)),
    }
  })
}

async function findRecorded(
  tx: Executor,
  { seesOutcomes }: FormViewer,
  appointmentId: number,
  { outcomeId, recordedId }: Requested,
): Promise<RecordedLetterRow> {
  const rows = seesOutcomes
    ? await recordedLetterRows(tx, appointmentId)
        .where('given.appointment_outcome_id', '=', outcomeId)
        .$if(recordedId !== undefined, (query) => query.where('given.id', '=', recordedId ?? 0))
        .execute()
    : []
  const row = rows.find(({ ended }) => ended === null) ?? rows[0]
  if (!row) throw notFound('This outcome')
  return row
}

async function correctedBy(
  tx: Executor,
  appointmentId: number,
  { replaces }: RecordedOutcomeRow,
): Promise<OutcomeLetter['corrects']> {
  if (replaces === null) return null
  const earlier = await recordedOutcomeRows(tx, appointmentId)
    .where('given.id', '=', replaces)
    .executeTakeFirstOrThrow()
  return { ...letterNamed(earlier), on: earlier.given.toISOString() }
}

const letterNamed = ({ id, outcome_id, name }: RecordedOutcomeRow) => ({ id, outcome_id, name })

async function readReplacement(
  tx: Executor,
  appointmentId: number,
  { ended, replaced_by }: RecordedOutcomeRow,
): Promise<Pick<OutcomeLetter, 'replaced' | 'withdrawn'>> {
  const on = ended?.toISOString()
  if (on === undefined) return { replaced: null, withdrawn: null }
  if (replaced_by === null) return { replaced: null, withdrawn: { on } }
  const by = await recordedOutcomeRows(tx, appointmentId)
    .where('given.id', '=', replaced_by)
    .executeTakeFirstOrThrow()
  return {
    replaced: { on, by: letterNamed(by) },
    withdrawn: null,
  }
}

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
