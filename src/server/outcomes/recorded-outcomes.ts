import type { InferResult } from 'kysely'
import { sql } from 'kysely'
import type { AppointmentOutcomes, OutcomeLetter, RecordedOutcome } from '#lib/contract/outcomes.ts'
import { can } from '#lib/policy/policy.ts'
import { offeredOutcomes } from '../appointments/clinic-appointment-rows.ts'
import { audit } from '../audit/audit.ts'
import { type Executor, sendCompiled } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import {
  type FindViewer,
  type FormViewer,
  guestViewer,
  patientViewer,
  staffViewer,
  withViewer,
} from '../forms/form-viewer.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { byGuestToken, byPerson } from '../own-appointments/own-appointment.ts'
import { notFound } from '../refusals/refusal.ts'
import { checkTemplate, checkTemplatePath } from './appointment-outcome-store.ts'
import { checkMayReadLetter, isStillCurrent, issuedLetter, letterFor } from './issued-letter.ts'
import { letterContent, letterContext, withheldFrom } from './letter-context.ts'
import { letterSubject } from './letter-subject.ts'
import { type RecordedLetterRow, recordedLetterRows, recordedOutcomeRows } from './outcome-rows.ts'
import { renderLetter } from './render-letter.ts'

export const outcomeReadingRoutes = {
  'GET public/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, guestReader(call), params.id),
  'GET private/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, patientReader(call), params.id),
  'GET admin/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, staffReader(call), params.id),
  'GET public/appointmentoutcomes/{id}/render/': (request, call) =>
    readLetter(call, guestReader(call), request.query.appointment_id, requestedLetter(request)),
  'GET private/appointmentoutcomes/{id}/render/': (request, call) =>
    readLetter(call, patientReader(call), request.query.appointment_id, requestedLetter(request)),
  'GET admin/appointmentoutcomes/{id}/render/': (request, call) =>
    readLetter(call, staffReader(call), request.query.appointment_id, requestedLetter(request)),
  'POST admin/appointmentoutcomes/preview/': ({ body }, call) => previewLetter(call, body),
} satisfies Handlers

const recordedStatement = fixedStatement((executor, { appointmentId }: { appointmentId: number }) =>
  recordedOutcomeRows(executor, appointmentId),
)

async function listOutcomes(
  call: Call,
  reader: OutcomeReader,
  id: number,
): Promise<AppointmentOutcomes> {
  return await asOutcomeReader(call, reader, id, async (tx, viewer, appointment) => {
    await audit(tx, call, {
      actor: viewer.actor,
      action: 'outcome.listed',
      subjectType: 'appointment',
      subjectId: id,
      patientId: appointment.patient_id,
    })
    return await readAppointmentOutcomes(tx, viewer, appointment)
  })
}

export async function readAppointmentOutcomes(
  executor: Executor,
  viewer: FormViewer,
  appointment: OutcomeAppointment,
): Promise<AppointmentOutcomes> {
  const { id, version, status } = appointment
  const rows = viewer.seesOutcomes
    ? await sendCompiled(executor, recordedStatement(executor, { appointmentId: id }))
    : []
  return {
    appointment: { id, version, status: status as AppointmentOutcomes['appointment']['status'] },
    results: rows.map((row) => presentRecorded(row, viewer)),
    offered: viewer.staff ? await offeredAt(executor, id) : [],
    may: mayOnOutcomes(viewer, appointment),
  }
}

async function offeredAt(executor: Executor, id: number) {
  const { offered } = await executor
    .selectFrom('appointment')
    .select(offeredOutcomes.as('offered'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return offered
}

function mayOnOutcomes(
  { staff }: FormViewer,
  { staff_id, status }: OutcomeAppointment,
): AppointmentOutcomes['may'] {
  if (!staff) return []
  const of = { staffId: staff_id, status }
  return (['add', 'change', 'withdraw'] as const).filter((action) =>
    can(staff, `outcome.${action}`, of),
  )
}

const presentRecorded = (row: RecordedOutcomeRow, { staff }: FormViewer): RecordedOutcome => ({
  id: row.id,
  outcome_id: row.outcome_id,
  name: row.name,
  version: row.edition,
  subversion: row.subversion,
  has_letter: row.has_letter,
  recorded: row.given.toISOString(),
  recorded_by_name: (staff && row.given_by_name) ?? '',
  reason: staff ? row.reason : '',
  replaces: row.replaces,
  ended: row.ended?.toISOString() ?? null,
  ended_by_name: (staff && row.ended_by_name) ?? '',
  replaced_by: row.replaced_by,
  withdrawn_reason: staff ? row.withdrawn_reason : '',
  is_outdated: row.is_outdated,
})

type OutcomeAppointment = {
  id: number
  version: number
  status: string
  staff_id: number
  patient_id: number
  appointment_type_id: number
}

/** Whose outcomes somebody may read; `check` throws for an appointment that is none of theirs. */
type OutcomeReader = {
  findViewer: FindViewer
  check: (executor: Executor, appointment: OutcomeAppointment) => Promise<void>
}

const guestReader = (call: Call): OutcomeReader => ({
  findViewer: guestViewer(call),
  check: async (executor, { id }) => {
    await byGuestToken(call).find(executor, id)
  },
})

const patientReader = (call: SignedInCall): OutcomeReader => ({
  findViewer: patientViewer(call),
  check: async (executor, { id }) => {
    await byPerson(call).find(executor, id)
  },
})

const staffReader = (call: SignedInCall): OutcomeReader => ({
  findViewer: staffViewer(call),
  check: async (_executor, { staff_id }) => checkMay(call, 'outcome.see', staff_id),
})

const asOutcomeReader = <Answer>(
  call: Call,
  { findViewer, check }: OutcomeReader,
  id: number,
  work: (tx: Executor, viewer: FormViewer, appointment: OutcomeAppointment) => Promise<Answer>,
): Promise<Answer> =>
  withViewer(call, findViewer, async (tx, viewer) => {
    const appointment = await findOutcomeAppointment(tx, id)
    await check(tx, appointment)
    return await work(tx, viewer, appointment)
  })

const appointmentStatement = fixedStatement((executor, { id }: { id: number }) =>
  executor
    .selectFrom('appointment')
    .select(['id', 'version', 'status', 'staff_id', 'patient_id', 'appointment_type_id'])
    .where('id', '=', id)
    .where('status', '<>', sql.lit('held')),
)

export async function findOutcomeAppointment(
  executor: Executor,
  id: number,
): Promise<OutcomeAppointment> {
  const [row] = await sendCompiled(executor, appointmentStatement(executor, { id }))
  if (!row || row.patient_id === null) throw notFound('This appointment')
  return { ...row, patient_id: row.patient_id }
}

type RenderRequest = {
  params: { id: number }
  query: { appointment_id: number; recorded_id?: number | undefined }
}

const requestedLetter = ({ params, query }: RenderRequest) => ({
  outcomeId: params.id,
  recordedId: query.recorded_id,
})

type Requested = { outcomeId: number; recordedId: number | undefined }

async function readLetter(
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
async function previewLetter(
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

type RecordedOutcomeRow = InferResult<ReturnType<typeof recordedOutcomeRows>>[number]
