import { sql } from 'kysely'
import type { CompetencyState } from '#lib/contract/admin/staff-competencies.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { StoreParts } from '../admin/store.ts'

const EXPIRING_DAYS = 30

export const staffCompetencyStore: StoreParts = {
  read: {
    rows: (executor, { services }) => {
      const today = sql`${toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)}::date`
      return executor
        .selectFrom('staff_competency as held')
        .innerJoin('staff', 'staff.id', 'held.staff_id')
        .innerJoin('person', 'person.id', 'staff.person_id')
        .innerJoin('competency', 'competency.id', 'held.competency_id')
        .select([
          'held.id',
          'held.version',
          'held.staff_id',
          'person.full_name as staff_name',
          'held.competency_id',
          'competency.name as competency_name',
          'held.issued_at',
          'held.expires_at',
          sql<CompetencyState>`case
          when held.issued_at > ${today} then 'to_come'
          when held.expires_at < ${today} then 'lapsed'
          when held.expires_at <= ${today} + ${EXPIRING_DAYS}::integer then 'expiring'
          else 'holds' end`.as('state'),
          sql<string>`competency.name || ' of ' || person.full_name`.as('title'),
        ])
    },
  },
  write: { orphanScopeOf: ({ staff_id }) => ({ staffId: Number(staff_id) }) },
}
