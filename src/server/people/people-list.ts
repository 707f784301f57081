import type { Selectable } from 'kysely'
import type { DB } from '../database/types.ts'

export const LISTED_COLUMNS = [
  'id',
  'uuid',
  'full_name',
  'first_name',
  'last_name',
  'dob',
  'nhs_number',
  'mobile',
  'email',
  'postcode',
  'is_active',
  'is_deceased',
] as const

export type PersonListRow = Pick<Selectable<DB['person']>, (typeof LISTED_COLUMNS)[number]>
