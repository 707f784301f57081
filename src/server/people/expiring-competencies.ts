import { sql } from 'kysely'
import type {
  EndingCompetency,
  ExpiringCompetency,
  ExpiryNoticeType,
} from '#lib/contract/competencies.ts'
import { daysBetween } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusals/refusal.ts'

export const expiringCompetencyRoutes = {
  'GET admin/staffcompetencies/expiring/': async ({ query }, call) => {
    const results = await expiringCompetencies(call, query.staff_id)
    return { count: results.length, results }
  },

  'GET admin/staffcompetencies/ending/': async (_request, call) => ({
    results: await endingCompetencies(call),
  }),
} satisfies Handlers

/** They are days before the end. */
const WIDEST_WINDOW = 30

/**
 * By the clinic's date, the next first, each with its narrowest notice. Leaves out renewed and
 * lapsed ones.
 * @throws Refusal `not_allowed` for another clinician's.
 */
async function expiringCompetencies(
  call: SignedInCall,
  staffId: number,
): Promise<ExpiringCompetency[]> {
  const { viewer } = call
  if (!can(viewer, 'clinician.choose', { staffId })) {
    throw new Refusal('not_allowed', 'You can only see your own competencies.')
  }
  const today = clinicDay(call)
  const rows = await heldUntil(call, addDays(today, WIDEST_WINDOW))
    .where('held.staff_id', '=', staffId)
    .where('held.expires_at', '>=', today)
    .orderBy('held.expires_at')
    .orderBy('held.id')
    .execute()
  return rows.map((row) => ({ ...row, ...toNotice(call, row, today) }))
}

const MOST_ENDING = 1_000

/** It lists those of all active clinicians by name, with lapsed ones that no record follows. */
async function endingCompetencies(call: SignedInCall): Promise<EndingCompetency[]> {
  const today = clinicDay(call)
  const rows = await heldUntil(call, addDays(today, WIDEST_WINDOW))
    .innerJoin('staff', 'staff.id', 'held.staff_id')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .where('staff.is_active', '=', true)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('held.expires_at', '>=', today),
        not(
          exists(
            selectFrom('staff_competency as later')
              .select('later.id')
              .whereRef('later.staff_id', '=', 'held.staff_id')
              .whereRef('later.competency_id', '=', 'held.competency_id')
              .where(sql<boolean>`coalesce(later.expires_at, 'infinity') > held.expires_at`),
          ),
        ),
      ]),
    )
    .select('person.full_name as staff_name')
    .orderBy(inNameOrder('person.full_name'))
    .orderBy('held.staff_id')
    .orderBy('held.expires_at')
    .orderBy('held.id')
    .limit(MOST_ENDING)
    .execute()
  return rows.map((row) => ({
    ...row,
    ...toNotice(call, row, today),
    ...(row.expires_at < today && { notice_type: 'lapsed' as const }),
  }))
}

const clinicDay = ({ services }: SignedInCall) =>
  toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)

/** Leaves out records that another renews without a gap. */
const heldUntil = ({ services }: SignedInCall, day: string) =>
  services.db
    .selectFrom('staff_competency as held')
    .innerJoin('competency', 'competency.id', 'held.competency_id')
    .where('held.expires_at', '<=', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_competency as renewal')
            .select('renewal.id')
            .whereRef('renewal.staff_id', '=', 'held.staff_id')
            .whereRef('renewal.competency_id', '=', 'held.competency_id')
            .where(sql<boolean>`renewal.issued_at <= held.expires_at + 1`)
            .where(sql<boolean>`coalesce(renewal.expires_at, 'infinity') > held.expires_at`),
        ),
      ),
    )
    .select(['held.id', 'held.staff_id', 'held.competency_id'])
    .select(['competency.name as competency_name', 'held.expires_at'])
    .$narrowType<{ expires_at: string }>()

const toNotice = (
  { apiUrl }: SignedInCall,
  { id, expires_at }: { id: number; expires_at: string },
  today: string,
) => ({
  url: `${apiUrl}/admin/staffcompetencies/${id}/`,
  notice_type: noticeType(daysBetween(today, expires_at)),
})

function noticeType(daysLeft: number): ExpiryNoticeType {
  if (daysLeft <= 1) return '1-day-notice'
  return daysLeft <= 5 ? '5-days-notice' : '30-days-notice'
}
