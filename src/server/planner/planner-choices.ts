import type { PlannerChoices } from '#lib/contract/planner.ts'
import { isVisibleType } from '../catalogue/publicly-listed.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { SignedInCall } from '../http/implement.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'

export async function plannerChoices({ viewer, services }: SignedInCall): Promise<PlannerChoices> {
  const { db } = services
  const sees = findVisibility(viewer)
  const onlyStaffId = onlyStaffIdFor(viewer)
  const [types, sites, clinicians] = await Promise.all([
    db
      .selectFrom('appointment_type')
      .select(['id', 'name', 'duration'])
      .where('disabled', '=', false)
      .where(isVisibleType(sees))
      .orderBy(inNameOrder('name'))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('site')
      .select(['id', 'slug', 'name'])
      .$if(!sees.sites, (rows) => rows.where('hidden', '=', false))
      .orderBy(inNameOrder('name'))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('staff')
      .innerJoin('person', 'person.id', 'staff.person_id')
      .select(['staff.id as staff_id', 'person.full_name'])
      .where(isWorkingHere)
      .$if(onlyStaffId !== null, (rows) => rows.where('staff.id', '=', onlyStaffId))
      .orderBy(inNameOrder('person.full_name'))
      .orderBy('staff.id')
      .execute(),
  ])
  return { appointment_types: types, sites, clinicians }
}
