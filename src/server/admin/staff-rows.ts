import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'

/** Whoever works as a clinician, by what they are searched and ordered by; not who left. */
export function staffRows(executor: Executor) {
  return executor
    .selectFrom((from) =>
      from
        .selectFrom('staff')
        .innerJoin('person', 'person.id', 'staff.person_id')
        .where('staff.is_deleted', '=', false)
        .select([
          'staff.id',
          'staff.person_id as user_id',
          'person.full_name',
          'staff.pharmacist_reg_number',
          'staff.is_active',
          sql<number[]>`array(select distinct competency_id from staff_competency
            where staff_id = staff.id order by competency_id)`.as('competency_ids'),
        ])
        .as('listed'),
    )
    .selectAll()
}

type StaffRow = Awaited<ReturnType<ReturnType<typeof staffRows>['executeTakeFirstOrThrow']>>

export const presentStaff = ({ competency_ids, ...row }: StaffRow, apiUrl: string) => ({
  ...row,
  url: `${apiUrl}/admin/staff/${row.id}/`,
  competencies: competency_ids.map((id) => `${apiUrl}/admin/competencies/${id}/`),
})
