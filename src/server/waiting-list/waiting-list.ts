import { type InferResult, sql } from 'kysely'
import type { Contract } from '#lib/contract/contract.ts'
import type { OperationRequest } from '#lib/contract/operation.ts'
import type { WaitingListRow } from '#lib/contract/waiting-list.ts'
import { can } from '#lib/policy/policy.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { readReach } from '../messages/message-reach.ts'
import { notFound } from '../refusals/refusal.ts'
import { entryRows, presentEntry } from './entry-rows.ts'

type Query = OperationRequest<Contract['GET admin/clinic/waiting-list/']>['query']

const positions = (executor: Executor) =>
  executor
    .selectFrom('waiting_list_entry')
    .where('state', '=', 'waiting')
    .select([
      'id',
      sql<number>`(row_number() over (partition by appointment_type_id order by joined, id))::integer`.as(
        'position',
      ),
    ])

const offersThat = (state: 'declined' | 'expired') => sql<number>`(
  select count(*)::integer from waiting_list_offer as offer
  where offer.entry_id = entry.id and offer.state = ${sql.lit(state)})`

const waitingRows = (executor: Executor) =>
  entryRows(executor)
    .innerJoin('person as patient', 'patient.id', 'entry.patient_id')
    .leftJoin(positions(executor).as('place'), 'place.id', 'entry.id')
    .select([
      'patient.full_name as patient_name',
      'patient.mobile as patient_mobile',
      'patient.email as patient_email',
      'place.position',
      offersThat('declined').as('declined'),
      offersThat('expired').as('expired'),
      sql<boolean>`(patient.is_active and not patient.is_deceased)`.as('patient_is_there'),
    ])

type SelectedWaitingRow = InferResult<ReturnType<typeof waitingRows>>[number] & {
  can_be_told: boolean
}

/** Adds whether an offer would reach them. */
async function withReach(
  executor: Executor,
  services: SignedInCall['services'],
  rows: InferResult<ReturnType<typeof waitingRows>>,
): Promise<SelectedWaitingRow[]> {
  const { isReached } = await readReach(executor, services, 'offer')
  return rows.map((row) => {
    const contact = { email: row.patient_email, mobile: row.patient_mobile }
    return {
      ...row,
      can_be_told: row.patient_is_there && isReached(contact, row.appointment_type_id),
    }
  })
}

export const presentWaitingRow = (row: SelectedWaitingRow, viewer: SignedIn): WaitingListRow => ({
  ...presentEntry(can(viewer, 'appointment.see') ? row : { ...row, appointment: null }),
  patient: { id: row.patient_id, full_name: row.patient_name, mobile: row.patient_mobile },
  position: row.position,
  declined: row.declined,
  expired: row.expired,
  can_be_told: row.can_be_told,
})

export async function listWaiting(
  call: SignedInCall,
  query: Query,
): Promise<{ count: number; results: WaitingListRow[] }> {
  const { db } = call.services
  const { page, page_size, appointment_type_id, site_id, offered } = query
  const isOffered = sql<boolean>`exists (
    select from waiting_list_offer as open_offer
    where open_offer.entry_id = entry.id and open_offer.state = 'open'
      and open_offer.expires > now())`
  const isFor = sql<boolean>`(
    not exists (select from waiting_list_site where entry_id = entry.id)
    or exists (select from waiting_list_site where entry_id = entry.id and site_id = ${site_id ?? 0}))`
  const rows = waitingRows(db)
    .where('entry.state', '=', 'waiting')
    .$if(appointment_type_id !== undefined, (some) =>
      some.where('entry.appointment_type_id', '=', appointment_type_id ?? 0),
    )
    .$if(site_id !== undefined, (some) => some.where(isFor))
    .$if(offered === 'yes', (some) => some.where(isOffered))
    .$if(offered === 'no', (some) => some.where(sql<boolean>`not ${isOffered}`))
  const { count } = await rows
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  const results = await rows
    .orderBy('entry.joined')
    .orderBy('entry.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  await auditReads(db, call, {
    action: 'waiting_list.listed',
    subjectType: 'waiting_list_entry',
    view: { ...query },
    patientIds: results.map(({ patient_id }) => patient_id),
  })
  return {
    count,
    results: (await withReach(db, call.services, results)).map((row) =>
      presentWaitingRow(row, call.viewer),
    ),
  }
}

export async function findWaitingRow(
  executor: Executor,
  services: SignedInCall['services'],
  id: number,
): Promise<SelectedWaitingRow> {
  const rows = await waitingRows(executor).where('entry.id', '=', id).execute()
  const [row] = await withReach(executor, services, rows)
  if (!row) throw notFound('This entry of the waiting list')
  return row
}
