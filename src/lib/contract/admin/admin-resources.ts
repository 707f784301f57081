import { type AnyAdminResource, adminOperations } from './admin-resource.ts'
import { competencies } from './competencies.ts'
import { staffOperations } from './staff.ts'
import { staffCompetencies } from './staff-competencies.ts'

/** Every kind of record of the administration area that is made from its definition. */
export const adminResources = [
  competencies,
  staffCompetencies,
] as const satisfies readonly AnyAdminResource[]

export const adminResourceOperations = {
  ...adminOperations(competencies),
  ...adminOperations(staffCompetencies),
  ...staffOperations,
}
