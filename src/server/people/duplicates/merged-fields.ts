import { type MergedField, mergedFields } from '#lib/contract/duplicates.ts'
import { invalid } from '../../refusal.ts'
import type { UserRow } from '../user-rows.ts'

type Column = Extract<keyof UserRow, string>

/** The columns of each field that is chosen. */
const columns: Record<MergedField, readonly Column[]> = {
  title: ['title'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  dob: ['dob'],
  gender: ['gender'],
  nhs_number: ['nhs_number'],
  email: ['email'],
  mobile: ['mobile'],
  landline: ['landline'],
  address: ['address1', 'address2', 'city', 'county', 'nation', 'postcode'],
  gp_surgery: ['gp_surgery_id'],
  is_deceased: ['is_deceased'],
}

/** By column the value before and after. */
export type ChangedColumns = Record<string, [before: unknown, after: unknown]>

const isEmpty = (row: UserRow, column: Column) => {
  const value = row[column]
  return value === '' || value === null || (column === 'gender' && value === -1)
}

/**
 * What one record takes over from another. Of a field for which nobody was chosen it keeps its own
 * value, unless it has none.
 * @throws Refusal `invalid` for a field whose value would come from somebody else.
 */
export function takenOver(
  kept: UserRow,
  merged: UserRow,
  chosen: Partial<Record<MergedField, number>>,
  everybody: readonly number[],
): ChangedColumns {
  const changed: ChangedColumns = {}
  for (const field of mergedFields) {
    const from = chosen[field]
    if (from !== undefined && !everybody.includes(from)) {
      throw invalid({ [`fields.${field}`]: ['Choose one of these people.'] })
    }
    const isMissing = columns[field].every((column) => isEmpty(kept, column))
    if (from !== merged.id && !(from === undefined && isMissing)) continue
    for (const column of columns[field]) {
      if (merged[column] !== kept[column]) changed[column] = [kept[column], merged[column]]
    }
  }
  return { ...changed, ...joined(kept, merged) }
}

/** What is true of the person if it is true of one record. */
function joined(kept: UserRow, merged: UserRow): ChangedColumns {
  const wanted = {
    is_guest: kept.is_guest && merged.is_guest,
    is_portal_user: kept.is_portal_user || merged.is_portal_user,
    is_staff: kept.is_staff || merged.is_staff,
    is_superuser: kept.is_superuser || merged.is_superuser,
    username: kept.username ?? merged.username,
  }
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([column, value]) => {
      const before = kept[column as Column]
      return value === before ? [] : [[column, [before, value]]]
    }),
  )
}
