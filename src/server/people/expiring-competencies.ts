import { sql } from 'kysely'
import type { ExpiringCompetency, ExpiryNoticeType } from '#lib/contract/competencies.ts'
import { addDays, dateOf, daysBetween } from '#lib/scheduling/clinic-time.ts'
import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusal.ts'

/** Days before the end with which the notices begin (specification, section 9). */
const WIDEST_WINDOW = 30

/**
 * The competencies of a clinician that end soon by the clinic's date, the next first, each with the
 * narrowest notice that holds. One that has ended is none, nor one that another record renews.
 * @throws Refusal `not_allowed` for another's, unless the caller may select users.
 */
export async function expiringCompetencies(
  call: SignedInCall,
  staffId: number,
): Promise<ExpiringCompetency[]> {
  const { viewer, services } = call
  if (staffId !== viewer.staffId && !viewer.permissions.has('clinic.select_user')) {
    throw new Refusal('not_allowed', 'You may see your own competencies only.')
  }
  const today = dateOf(services.now(), services.settings.CLINIC_TIME_ZONE)
  const rows = await services.db
    .selectFrom('staff_competency as held')
    .innerJoin('competency', 'competency.id', 'held.competency_id')
    .where('held.staff_id', '=', staffId)
    .where('held.expires_at', '>=', today)
    .where('held.expires_at', '<=', addDays(today, WIDEST_WINDOW))
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
    .orderBy('held.expires_at')
    .orderBy('held.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    url: `${call.apiUrl}/admin/staffcompetencies/${row.id}/`,
    notice_type: noticeType(daysBetween(today, row.expires_at)),
  }))
}

function noticeType(daysLeft: number): ExpiryNoticeType {
  if (daysLeft <= 1) return '1-day-notice'
  return daysLeft <= 5 ? '5-days-notice' : '30-days-notice'
}
