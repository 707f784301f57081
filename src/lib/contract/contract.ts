import { auditOperations } from './audit.ts'
import { bookingOperations } from './booking.ts'
import { catalogueOperations } from './catalogue.ts'
import { competencyOperations } from './competencies.ts'
import { identityOperations } from './identity.ts'
import { peopleOperations } from './people.ts'
import { userOperations } from './users.ts'

/** Every call of the API by method and path. Paths are relative to the API base. */
export const contract = {
  ...catalogueOperations,
  ...peopleOperations,
  ...bookingOperations,
  ...identityOperations,
  ...competencyOperations,
  ...auditOperations,
  ...userOperations,
}

export type Contract = typeof contract
export type OperationKey = keyof Contract
