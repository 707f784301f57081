import { type InferResult, sql } from 'kysely'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { adviceRights, can } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Call } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'

const categories = sql<PatientAdvice['categories']>`(
  select coalesce(json_agg(json_build_object('id', category.id, 'name', category.name)
    order by ${inNameOrder('category.name')}, category.id), '[]')
  from patient_advice_category as chosen
    join advice_category as category on category.id = chosen.advice_category_id
  where chosen.patient_advice_id = advice.id)`

type EarlierText = Omit<PatientAdvice['earlier_texts'][number], 'replaced'> & { replaced: string }

const earlierTexts = sql<EarlierText[]>`(
  select coalesce(json_agg(json_build_object('version', earlier.version,
      'advice_text', earlier.advice_text, 'replaced', earlier.replaced,
      'replaced_by_name', changer.full_name)
    order by earlier.version desc), '[]')
  from patient_advice_version as earlier
    join person as changer on changer.id = earlier.replaced_by
  where earlier.patient_advice_id = advice.id)`

/**
 * Rows of `advice`. `keep_advice_version` stores earlier texts, and `keep_earlier_advice` refuses
 * to change them.
 */
export const adviceRows = (source: Pick<Executor, 'selectFrom'>) =>
  source
    .selectFrom('patient_advice as advice')
    .innerJoin('person as author', 'author.id', 'advice.written_by')
    .leftJoin('staff as adviser', 'adviser.id', 'advice.staff_id')
    .leftJoin('person as advising', 'advising.id', 'adviser.person_id')
    .leftJoin('appointment', 'appointment.id', 'advice.appointment_id')
    .leftJoin('person as archiver', 'archiver.id', 'advice.archived_by')
    .leftJoin('person as withdrawer', 'withdrawer.id', 'advice.withdrawn_by')
    .selectAll('advice')
    .select([
      ({ fn }) => fn.coalesce('advising.full_name', 'author.full_name').as('staff_name'),
      'appointment.starts_at as appointment_start',
      'appointment.staff_id as appointment_staff_id',
      'archiver.full_name as archived_by_name',
      'withdrawer.full_name as withdrawn_by_name',
      categories.as('categories'),
      earlierTexts.as('earlier_texts'),
    ])
export type AdviceRow = InferResult<ReturnType<typeof adviceRows>>[number]

export const toPolicyAdvice = (viewer: SignedIn, row: AdviceRow) => ({
  staffId: row.appointment_staff_id,
  isAuthor: row.written_by === viewer.personId,
  isWithdrawn: row.withdrawn_at !== null,
})

export const presentForStaff = (row: AdviceRow, call: Call, viewer: SignedIn): PatientAdvice => ({
  ...presented(row),
  url: apiAddress(call, 'admin/patientadvices', row.id),
  ...(!can(viewer, 'appointment.see', { staffId: row.appointment_staff_id }) && {
    appointment_start: null,
  }),
  earlier_texts: row.earlier_texts.map(({ replaced, ...earlier }) => ({
    ...earlier,
    replaced: new Date(replaced).toISOString(),
  })),
  may: adviceRights(viewer, toPolicyAdvice(viewer, row)),
})

export const presentForPatient = (row: AdviceRow, call: Call): PatientAdvice => ({
  ...presented(row),
  url: apiAddress(call, 'private/patientadvices', row.id),
  may: ['favourite'],
})

export const presentForGuest = (row: AdviceRow): PatientAdvice => ({
  ...presented(row),
  url: null,
  may: [],
})

const presented = (row: AdviceRow): Omit<PatientAdvice, 'url' | 'may'> => ({
  id: row.id,
  version: row.version,
  patient_id: row.patient_id,
  staff_id: row.staff_id,
  staff_name: row.staff_name ?? '',
  appointment_id: row.appointment_id,
  appointment_start: row.appointment_start?.toISOString() ?? null,
  advice_text: row.advice_text,
  category_ids: row.categories.map(({ id }) => id),
  categories: row.categories,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
  earlier_texts: [],
  pinned: row.pinned,
  favourite: row.favourite,
  archived: row.archived_at && {
    at: row.archived_at.toISOString(),
    by_name: row.archived_by_name ?? '',
  },
  withdrawn: row.withdrawn_at && {
    at: row.withdrawn_at.toISOString(),
    by_name: row.withdrawn_by_name ?? '',
    reason: row.withdrawn_reason,
  },
})
