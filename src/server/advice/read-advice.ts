import { type RawBuilder, sql } from 'kysely'
import { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { resource } from '#lib/contract/resource.ts'
import { can, mayReachAdvice } from '#lib/policy/policy.ts'
import { audit } from '../audit/audit.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { opensToGuest } from '../identity/guest-links.ts'
import { byGuestToken } from '../own-appointments/own-appointment.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { type ListQuery, LONG_LIST, listPage } from '../resources/list.ts'
import {
  type AdviceRow,
  adviceRows,
  presentForGuest,
  presentForPatient,
  presentForStaff,
  toPolicyAdvice,
} from './advice-rows.ts'

const active = { isArchived: false }
const archived = { isArchived: true }

export const adviceReadingRoutes = {
  'GET public/patientadvices/': ({ query }, call) => listAdviceForGuest(call, query),
  'GET private/patientadvices/': ({ query }, call) => listOwnAdvice(call, query, active),
  'GET admin/patientadvices/': ({ query }, call) => listAdviceForStaff(call, query, active),
  'GET private/patientarchivedadvices/': ({ query }, call) => listOwnAdvice(call, query, archived),
  'GET admin/patientarchivedadvices/': ({ query }, call) =>
    listAdviceForStaff(call, query, archived),
  'GET private/patientadvices/{id}/': ({ params }, call) => readOwnAdvice(call, params.id),
  'GET admin/patientadvices/{id}/': ({ params }, call) => readAdvice(call, params.id),
} satisfies Handlers

type AdviceListQuery = ListQuery & {
  patient_id?: number | undefined
  appointment_id?: number | undefined
  category_id?: number | undefined
}

const patientAdvice = resource({
  name: 'patient advice',
  path: 'patientadvices',
  entity: PatientAdvice,
  searchable: ['advice_text'],
  orderable: ['pinned', 'created', 'modified'],
  defaultOrder: 'pinned',
})
const PINNED_THEN_NEWEST = '-pinned,-created'

const isActive = sql<boolean>`advice.archived_at is null and advice.withdrawn_at is null`
const isArchivedOrWithdrawn = sql<boolean>`(
  advice.archived_at is not null or advice.withdrawn_at is not null)`
const isNotWithdrawn = sql<boolean>`advice.withdrawn_at is null`

/**
 * Staff without `view_other_appointments` get their own appointments', and what belongs to none.
 */
async function listAdviceForStaff(
  call: SignedInCall,
  query: AdviceListQuery,
  { isArchived }: { isArchived: boolean },
) {
  const { viewer, services } = call
  const page = await readAdvicePage(services.db, query, [
    isArchived ? isArchivedOrWithdrawn : isActive,
    ...(can(viewer, 'schedule.see')
      ? []
      : [
          sql<boolean>`(advice.appointment_id is null or advice.written_by = ${viewer.personId}
            or appointment.staff_id = ${viewer.staffId ?? 0})`,
        ]),
  ])
  await auditAdviceRead(
    call.services.db,
    call,
    { ...auditedFilters(query), archived: isArchived },
    page.results,
  )
  return { ...page, results: page.results.map((row) => presentForStaff(row, call, viewer)) }
}

async function listOwnAdvice(
  call: SignedInCall,
  query: AdviceListQuery,
  { isArchived }: { isArchived: boolean },
) {
  const { viewer, services } = call
  const page = await readAdvicePage(services.db, { ...query, patient_id: viewer.personId }, [
    isNotWithdrawn,
    isArchived ? isArchivedOrWithdrawn : isActive,
  ])
  await auditAdviceRead(
    call.services.db,
    call,
    { ...auditedFilters(query), archived: isArchived, own: true },
    page.results,
  )
  return { ...page, results: page.results.map((row) => presentForPatient(row, call)) }
}

/**
 * The holder of a link to a merged record gets none, because it may concern the other person
 * (docs/decisions/0037).
 * @throws Refusal as `byGuestToken`.
 */
async function listAdviceForGuest(call: Call, query: ListQuery & { appointment_id: number }) {
  return await call.services.db.transaction().execute(async (tx) => {
    const appointment = await byGuestToken(call).find(tx, query.appointment_id)
    const page = await readAdvicePage(tx, query, [
      isActive,
      sql<boolean>`exists (
        select from person where person.id = ${appointment.actorId} and ${opensToGuest})`,
    ])
    await audit(tx, call, {
      actor: { id: appointment.actorId, role: 'guest' },
      action: 'advice.listed',
      subjectType: 'patient_advice',
      subjectId: 0,
      patientId: appointment.patient_id,
      change: { appointment_id: query.appointment_id },
    })
    return { ...page, results: page.results.map(presentForGuest) }
  })
}

async function readAdvicePage(
  executor: Executor,
  { patient_id, appointment_id, category_id, ...query }: AdviceListQuery,
  conditions: RawBuilder<boolean>[],
) {
  const narrowing = [
    ...conditions,
    ...(patient_id === undefined ? [] : [sql<boolean>`advice.patient_id = ${patient_id}`]),
    ...(appointment_id === undefined
      ? []
      : [sql<boolean>`advice.appointment_id = ${appointment_id}`]),
    ...(category_id === undefined
      ? []
      : [
          sql<boolean>`exists (select from patient_advice_category as chosen
            where chosen.patient_advice_id = advice.id
              and chosen.advice_category_id = ${category_id})`,
        ]),
  ]
  const rows = narrowing.reduce((narrower, each) => narrower.where(each), adviceRows(executor))
  return await listPage(
    patientAdvice,
    executor.selectFrom(rows.as('advice')).selectAll(),
    { ...query, ordering: query.ordering ?? PINNED_THEN_NEWEST },
    LONG_LIST,
  )
}

const auditedFilters = ({ patient_id, appointment_id, category_id }: AdviceListQuery) => ({
  patient_id,
  appointment_id,
  category_id,
})

export const auditAdviceRead = (
  executor: Executor,
  call: SignedInCall,
  view: Readonly<Record<string, unknown>>,
  rows: readonly { patient_id: number }[],
) =>
  auditReads(executor, call, {
    action: 'advice.listed',
    subjectType: 'patient_advice',
    view,
    patientIds: rows.map(({ patient_id }) => patient_id),
  })

export async function findAdvice(
  executor: Executor,
  { viewer }: SignedInCall,
  id: number,
): Promise<AdviceRow> {
  const row = await adviceRows(executor)
    .where('advice.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This advice'))
  if (!mayReachAdvice(viewer, toPolicyAdvice(viewer, row))) throw notReached()
  return row
}

export const notReached = () =>
  new Refusal('not_allowed', 'You can only see and write advice for your own appointments.')

/** Another person's advice is not found, and neither is what was withdrawn. */
export async function findOwnAdvice(
  executor: Executor,
  { viewer }: SignedInCall,
  id: number,
): Promise<AdviceRow> {
  return await adviceRows(executor)
    .where('advice.id', '=', id)
    .where('advice.patient_id', '=', viewer.personId)
    .where('advice.withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('This advice'))
}

async function readAdvice(call: SignedInCall, id: number): Promise<PatientAdvice> {
  const row = await findAdvice(call.services.db, call, id)
  await auditAdviceRead(call.services.db, call, { id }, [row])
  return presentForStaff(row, call, call.viewer)
}

async function readOwnAdvice(call: SignedInCall, id: number): Promise<PatientAdvice> {
  const row = await findOwnAdvice(call.services.db, call, id)
  await auditAdviceRead(call.services.db, call, { id, own: true }, [row])
  return presentForPatient(row, call)
}
