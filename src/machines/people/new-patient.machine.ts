import type { FieldErrors } from '#lib/contract/errors.ts'
import type { LikelyDuplicate, UserCreate, UserListRow } from '#lib/contract/users.ts'
import { requestMachine } from '../request.ts'

type EnteredDetails = { details: UserCreate; isNew: boolean }

type CreatePatientResult =
  | { kind: 'created'; patient: UserListRow }
  | { kind: 'duplicates'; duplicates: LikelyDuplicate[]; details: UserCreate }
  | { kind: 'refused'; fields: FieldErrors }

/** Staff enter a patient, who is created unless somebody like that is on file. */
export const newPatientMachine = requestMachine<EnteredDetails, CreatePatientResult>('newPatient', {
  answers: { created: 'closed', duplicates: 'open', refused: 'open' },
  resetIn: ['duplicates'],
})
