import type { Updateable } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { AdviceAction, PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { adviceRights, holds, mayReachAdvice } from '#lib/policy/policy.ts'
import { staleSince } from '../admin/stale-record.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB } from '../database/types.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import { recordedOnce } from '../http/idempotency.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { onlyStaffWrite } from '../http/not-for-patients.ts'
import { mergedInto } from '../people/merged-into.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import {
  type AdviceRow,
  presentForPatient,
  presentForStaff,
  toPolicyAdvice,
} from './advice-rows.ts'
import { auditAdviceRead, findAdvice, findOwnAdvice, notReached } from './read-advice.ts'

type PatientAdviceWrite = OperationBody<'POST admin/patientadvices/'>

export const adviceWritingRoutes = {
  'POST admin/patientadvices/': ({ body }, call) => writeAdvice(call, body),
  'PUT admin/patientadvices/{id}/': ({ params, body }, call) => updateAdvice(call, params.id, body),
  'PATCH admin/patientadvices/{id}/': ({ params, body }, call) => markAdvice(call, params.id, body),
  'PATCH private/patientadvices/{id}/': ({ params, body }, call) =>
    markFavourite(call, params.id, body.favourite),
  'PUT private/patientadvices/{id}/': ({ params, body }, call) =>
    putBackAdvice(call, params.id, body),
  'DELETE admin/patientadvices/{id}/': ({ params, body }, call) =>
    withdrawAdvice(call, params.id, body),
} satisfies Handlers

type Change = {
  action: Extract<AuditAction, `advice.${string}`>
  fields: string[]
  set: Updateable<DB['patient_advice']>
  categoryIds?: readonly number[]
}

/**
 * The same again changes nothing, because the first answer may have been lost.
 * @throws Refusal `not_found`, `not_allowed`, `stale`; `conflict` for withdrawn advice; `invalid`
 *   for an unknown category.
 */
const updateAdvice = (
  call: SignedInCall,
  id: number,
  {
    version,
    pinned,
    favourite,
    staff_id,
    ...given
  }: OperationBody<'PUT admin/patientadvices/{id}/'>,
): Promise<PatientAdvice> =>
  changed(call, id, 'change', version, (row) => {
    if (staff_id !== undefined && staff_id !== row.staff_id) {
      throw invalid({ staff_id: ['Whose advice this is cannot change.'] })
    }
    const { advice_text = row.advice_text } = given
    const { category_ids = row.categories.map((category) => category.id) } = given
    const fields = [
      ...(advice_text === row.advice_text ? [] : ['advice_text']),
      ...(isSameSet(category_ids, row.categories) ? [] : ['category_ids']),
      ...(pinned === undefined || pinned === row.pinned ? [] : ['pinned']),
      ...(favourite === undefined || favourite === row.favourite ? [] : ['favourite']),
    ]
    const set = {
      // Raises the version also where only categories change.
      advice_text,
      ...(advice_text !== row.advice_text && { changed_by: call.viewer.personId }),
      ...(pinned !== undefined && { pinned }),
      ...(favourite !== undefined && { favourite }),
    }
    return { action: 'advice.changed', fields, set, categoryIds: category_ids }
  })

const markAdvice = (
  call: SignedInCall,
  id: number,
  { version, pinned, favourite, archived }: OperationBody<'PATCH admin/patientadvices/{id}/'>,
): Promise<PatientAdvice> =>
  changed(call, id, 'archive', version, (row) => {
    const isPinChanged = pinned !== undefined && pinned !== row.pinned
    const isFavouriteChanged = favourite !== undefined && favourite !== row.favourite
    const isArchiveChanged = archived !== undefined && archived !== (row.archived_at !== null)
    return {
      action: isArchiveChanged
        ? archived
          ? 'advice.archived'
          : 'advice.restored'
        : 'advice.changed',
      fields: [
        ...(isPinChanged ? ['pinned'] : []),
        ...(isFavouriteChanged ? ['favourite'] : []),
        ...(isArchiveChanged ? ['archived'] : []),
      ],
      set: {
        ...(isPinChanged && { pinned }),
        ...(isFavouriteChanged && { favourite }),
        ...(isArchiveChanged && {
          archived_at: archived ? new Date(call.services.now()) : null,
          archived_by: archived ? call.viewer.personId : null,
        }),
      },
    }
  })

/**
 * `keep_patient_advice` refuses any change of it from then on.
 * @throws Refusal as `updateAdvice`.
 */
const withdrawAdvice = (
  call: SignedInCall,
  id: number,
  { version, reason }: OperationBody<'DELETE admin/patientadvices/{id}/'>,
): Promise<PatientAdvice> =>
  changed(call, id, 'withdraw', version, (row) => ({
    action: 'advice.withdrawn',
    fields: row.withdrawn_reason === reason && row.withdrawn_at ? [] : ['withdrawn'],
    set: {
      withdrawn_at: new Date(call.services.now()),
      withdrawn_by: call.viewer.personId,
      withdrawn_reason: reason,
    },
  }))

async function markFavourite(
  call: SignedInCall,
  id: number,
  favourite: boolean,
): Promise<PatientAdvice> {
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      await lock(tx, id)
      const row = await findOwnAdvice(tx, call, id)
      if (row.favourite === favourite) return presentForPatient(row, call)
      await tx.updateTable('patient_advice').set({ favourite }).where('id', '=', id).execute()
      await auditAdvice(tx, call, 'advice.changed', row, ['favourite'])
      return presentForPatient({ ...row, favourite }, call)
    }),
  )
}

/**
 * The mark, where nothing else differs from what the patient reads.
 * @throws Refusal `not_found`; `not_allowed` where something does.
 */
async function putBackAdvice(
  call: SignedInCall,
  id: number,
  {
    favourite,
    advice_text,
    category_ids,
    pinned,
  }: OperationBody<'PUT private/patientadvices/{id}/'>,
): Promise<PatientAdvice> {
  const row = await findOwnAdvice(call.services.db, call, id)
  await refuseContradictions(call, () => presentForPatient(row, call))
  const isSame =
    (advice_text ?? row.advice_text) === row.advice_text &&
    (pinned ?? row.pinned) === row.pinned &&
    (category_ids === undefined || isSameSet(category_ids, row.categories))
  if (!isSame) throw onlyStaffWrite()
  return await markFavourite(call, id, favourite ?? row.favourite)
}

const isSameSet = (ids: readonly number[], of: AdviceRow['categories']) =>
  ids.length === of.length && of.every(({ id }) => ids.includes(id))

const adviceRecord = {
  name: 'advice',
  audit: 'patient_advice',
  labels: {
    advice_text: 'Advice',
    category_ids: 'Categories',
    pinned: 'Pin',
    favourite: 'Favourite',
    archived: 'Archive',
    withdrawn: 'Withdrawal',
  },
} as const

async function changed(
  call: SignedInCall,
  id: number,
  action: AdviceAction,
  version: number | undefined,
  changeOf: (row: AdviceRow) => Change,
): Promise<PatientAdvice> {
  const { services, viewer } = call
  return await retried(() =>
    services.db.transaction().execute(async (tx) => {
      await lock(tx, id)
      const row = await findAdvice(tx, call, id)
      const change = changeOf(row)
      checkMayChange(call, row, action)
      await refuseContradictions(call, () => presentForStaff(row, call, viewer))
      if (change.fields.length === 0) {
        await auditAdviceRead(tx, call, { advice_id: id }, [row])
        return presentForStaff(row, call, viewer)
      }
      if (row.withdrawn_at) throw new Refusal('conflict', 'This advice has been withdrawn.')
      if (version !== undefined && version !== row.version) {
        throw await staleSince(tx, call, adviceRecord, id, version)
      }
      await tx.updateTable('patient_advice').set(change.set).where('id', '=', id).execute()
      if (change.categoryIds) await setCategories(tx, id, change.categoryIds)
      const now = await findAdvice(tx, call, id)
      await auditAdvice(tx, call, change.action, now, change.fields)
      return presentForStaff(now, call, viewer)
    }),
  ).catch(explainBroken)
}

/** The second of two people sees what the first one saved. */
const lock = (tx: Executor, id: number) =>
  tx.selectFrom('patient_advice').select('id').where('id', '=', id).forUpdate().execute()

function checkMayChange({ viewer }: SignedInCall, row: AdviceRow, action: AdviceAction): void {
  const record = { ...toPolicyAdvice(viewer, row), isWithdrawn: false }
  if (adviceRights(viewer, record).includes(action)) return
  throw new Refusal('not_allowed', 'You can only change advice that you wrote.')
}

/**
 * @throws Refusal `invalid` for an unknown patient or category, or another patient's appointment;
 *   `not_allowed` for another clinician's appointment; as `recordedOnce`.
 */
async function writeAdvice(
  call: SignedInCall,
  written: PatientAdviceWrite,
): Promise<PatientAdvice> {
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const { id, isNew } = await recordedOnce(tx, call, { kind: 'advice', body: written }, () =>
        insertAdvice(tx, call, written),
      )
      const row = await findAdvice(tx, call, id)
      if (isNew) await auditAdvice(tx, call, 'advice.created', row)
      return presentForStaff(row, call, call.viewer)
    }),
  ).catch(explainBroken)
}

async function insertAdvice(
  tx: Executor,
  call: SignedInCall,
  { category_ids, staff_id, ...advice }: PatientAdviceWrite,
): Promise<number> {
  await checkPatient(tx, advice.patient_id)
  if (advice.appointment_id !== null) await checkAppointment(tx, call, advice.appointment_id)
  const { viewer } = call
  const { id } = await tx
    .insertInto('patient_advice')
    .values({
      ...advice,
      staff_id: await adviserFor(tx, call, staff_id),
      written_by: viewer.personId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setCategories(tx, id, category_ids)
  return id
}

async function adviserFor(
  tx: Executor,
  { viewer }: SignedInCall,
  staffId: number | null | undefined,
): Promise<number | null> {
  if (staffId == null || staffId === viewer.staffId) return viewer.staffId
  if (!holds(viewer, 'clinic.change_patientadvice')) {
    throw new Refusal('not_allowed', 'You can only write advice of your own.')
  }
  const { id } = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow(() => invalid({ staff_id: ['Choose a clinician from the list.'] }))
  return id
}

async function checkPatient(tx: Executor, id: number): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (person) return
  const moved = await mergedInto(tx, id)
  throw invalid({ patient_id: [moved?.text ?? 'This patient was not found.'] })
}

/** A constraint says whose it is, because people are merged. */
async function checkAppointment(tx: Executor, call: SignedInCall, id: number): Promise<void> {
  const appointment = await tx
    .selectFrom('appointment')
    .select('staff_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() =>
      invalid({ appointment_id: ['Choose an appointment of this patient.'] }),
    )
  const record = { staffId: appointment.staff_id, isAuthor: false }
  if (!mayReachAdvice(call.viewer, record)) throw notReached()
}

async function setCategories(
  tx: Executor,
  adviceId: number,
  categoryIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('patient_advice_category').where('patient_advice_id', '=', adviceId).execute()
  if (categoryIds.length === 0) return
  await tx
    .insertInto('patient_advice_category')
    .values(categoryIds.map((id) => ({ patient_advice_id: adviceId, advice_category_id: id })))
    .execute()
}

/** It names the fields that changed, never the text. */
const auditAdvice = (
  tx: Executor,
  call: SignedInCall,
  action: Extract<AuditAction, `advice.${string}`>,
  { id, patient_id, version }: Pick<AdviceRow, 'id' | 'patient_id' | 'version'>,
  fields: readonly string[] = [],
): Promise<void> =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'patient_advice',
    subjectId: id,
    patientId: patient_id,
    change: { version, ...(fields.length > 0 && { fields: [...fields] }) },
  })
