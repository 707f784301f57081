import { bookingOperations } from './booking.ts'
import { catalogueOperations } from './catalogue.ts'
import { peopleOperations } from './people.ts'

/** Every call of the API by method and path. Paths are relative to the API base. */
export const contract = {
  ...catalogueOperations,
  ...peopleOperations,
  ...bookingOperations,
}

export type Contract = typeof contract
export type OperationKey = keyof Contract
