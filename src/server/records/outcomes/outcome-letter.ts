import { addressLines } from '#lib/address-lines.ts'
import type { OutcomeLetter } from '#lib/contract/outcomes.ts'
import { audit } from '../../audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { FormViewer } from '../../forms/form-viewer.ts'
import type { Call } from '../../http/implement.ts'
import { notFound } from '../../refusal.ts'
import { letterContext, siteAddress } from './letter-context.ts'
import { letterSubject } from './letter-subject.ts'
import { asOutcomeReader, type OutcomeReader } from './outcome-reader.ts'
import { mayOnOutcomes, type RecordedOutcomeRow, recordedOutcomeRows } from './recorded-outcomes.ts'
import { renderLetter } from './render-letter.ts'

type Requested = { outcomeId: number; recordedId: number | undefined }

/** @throws Refusal `not_found` for an outcome that it never had; `conflict` as `renderLetter`. */
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
    const subject = await letterSubject(tx, viewer, appointmentId)
    const context = await letterContext(tx, { call, viewer }, subject, row)
    const { person, appointment: seen } = subject
    return {
      id: row.id,
      outcome_id: row.outcome_id,
      appointment_id: appointmentId,
      name: row.name,
      version: row.edition,
      subversion: row.subversion,
      html: renderLetter(row, context),
      recorded: row.given.toISOString(),
      ...(await whatBecameOf(tx, appointmentId, row)),
      patient: {
        full_name: person.full_name,
        dob: person.dob,
        nhs_number: person.nhs_number,
        address: addressLines(person),
      },
      appointment: {
        appointment_type_name: seen.type_name,
        start: seen.starts_at.toISOString(),
        end: seen.ends_at.toISOString(),
      },
      site: {
        name: seen.site_name,
        address: siteAddress(seen),
        telephone: seen.site_telephone,
        email: seen.site_email,
      },
      clinician_name: seen.clinician_name,
      may: mayOnOutcomes(viewer, appointment),
    }
  })
}

/** The present record of the outcome, else the latest. */
async function findRecorded(
  tx: Executor,
  { seesOutcomes }: FormViewer,
  appointmentId: number,
  { outcomeId, recordedId }: Requested,
): Promise<RecordedOutcomeRow> {
  const rows = seesOutcomes
    ? await recordedOutcomeRows(tx, appointmentId)
        .where('given.appointment_outcome_id', '=', outcomeId)
        .$if(recordedId !== undefined, (query) => query.where('given.id', '=', recordedId ?? 0))
        .execute()
    : []
  const row = rows.find(({ ended }) => ended === null) ?? rows[0]
  if (!row) throw notFound('This outcome')
  return row
}

async function whatBecameOf(
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
    replaced: { on, by: { id: by.id, outcome_id: by.outcome_id, name: by.name } },
    withdrawn: null,
  }
}
