import type { Updateable } from 'kysely'
import { type MergedField, mergedFields } from '#lib/contract/merging.ts'
import type { DB } from '../database/types.ts'
import type { UserRow } from '../people/user-rows.ts'
import { invalid } from '../refusals/refusal.ts'
import { type MergedValue, mergeOver, withoutMerge } from './merge-history.ts'

type Column = Extract<keyof UserRow, string>

/** Nobody chooses these: what is true of one record is true of the person. */
const joinedFields = ['is_guest', 'is_portal_user', 'is_staff', 'is_superuser', 'username'] as const
type Field = MergedField | (typeof joinedFields)[number]

const columns: Record<Field, readonly Column[]> = {
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
  is_guest: ['is_guest'],
  is_portal_user: ['is_portal_user'],
  is_staff: ['is_staff'],
  is_superuser: ['is_superuser'],
  username: ['username'],
}
const fields = Object.keys(columns) as Field[]

const emptyValues: Partial<Record<Column, unknown>> = {
  gender: -1,
  is_guest: true,
  is_portal_user: false,
  is_staff: false,
  is_superuser: false,
}

type FieldState = { values: Partial<Record<Column, unknown>>; isUnverified: boolean }

export type FieldHistory = Record<string, MergedValue<FieldState>>

function toState(row: UserRow, field: Field): FieldState {
  return {
    values: Object.fromEntries(columns[field].map((column) => [column, row[column]])),
    isUnverified: row.unverified.includes(field),
  }
}

const fieldRules = (field: Field) => ({
  isSame: (one: FieldState, other: FieldState) =>
    one.isUnverified === other.isUnverified &&
    columns[field].every((column) => one.values[column] === other.values[column]),
  isEmpty: ({ values }: FieldState) =>
    columns[field].every((column) =>
      ['', null, emptyValues[column]].includes(values[column] as string),
    ),
})

/**
 * The kept value stands unless it is empty.
 * @throws Refusal `invalid` for another person's value.
 */
export function mergeFields(
  kept: UserRow,
  merged: UserRow,
  chosen: Partial<Record<MergedField, number>>,
  everybody: readonly number[],
): FieldHistory {
  for (const field of mergedFields) {
    const from = chosen[field]
    if (from !== undefined && !everybody.includes(from)) {
      throw invalid({ [`fields.${field}`]: ['Choose one of these people.'] })
    }
  }
  const findMode = (field: Field) => {
    const from = chosen[field as MergedField]
    if (from === undefined) return 'fill'
    return from === merged.id ? 'take' : 'keep'
  }
  return Object.fromEntries(
    fields.map((field) => {
      const offer = { offered: toState(merged, field), mode: findMode(field) } as const
      return [field, mergeOver(toState(kept, field), offer, fieldRules(field))]
    }),
  )
}

export function unmergeFields(
  kept: UserRow,
  removed: FieldHistory,
  later: readonly FieldHistory[],
): { columns: SurvivorColumns; later: FieldHistory[] } {
  const rebuilt = later.map((history) => ({ ...history }))
  const states = new Map<Field, FieldState>()
  for (const field of fields) {
    const removedValue = removed[field]
    if (!removedValue) continue
    const above = rebuilt.filter((history) => history[field])
    const standing = above.flatMap((history) => history[field] ?? [])
    const without = withoutMerge(removedValue, standing, toState(kept, field), fieldRules(field))
    states.set(field, without.value)
    for (const [index, history] of above.entries()) {
      const next = without.later[index]
      if (next) history[field] = next
    }
  }
  return { columns: toColumns(kept, states), later: rebuilt }
}

export function columnHistories(kept: UserRow, changed: ChangedColumns): FieldHistory {
  const touched = fields.filter((field) => columns[field].some((column) => column in changed))
  return Object.fromEntries(
    touched.map((field) => {
      const now = toState(kept, field)
      const at = (place: 0 | 1): FieldState => ({
        ...now,
        values: Object.fromEntries(
          columns[field].map((column) => [
            column,
            (changed[column] ?? [now.values[column], now.values[column]])[place],
          ]),
        ),
      })
      return [field, { before: at(0), after: at(1), offered: at(1), mode: 'take' as const }]
    }),
  )
}

export type ChangedColumns = Record<string, [before: unknown, after: unknown]>

export const mergedColumns = (kept: UserRow, history: FieldHistory): SurvivorColumns =>
  toColumns(
    kept,
    new Map(Object.entries(history).map(([field, { after }]) => [field as Field, after])),
  )

export type SurvivorColumns = { changed: Updateable<DB['person']>; unverified: string[] }

function toColumns(kept: UserRow, states: ReadonlyMap<Field, FieldState>): SurvivorColumns {
  const values = Object.assign({}, ...[...states.values()].map((state) => state.values))
  const marks = kept.unverified.filter((field) => !states.has(field as Field))
  for (const [field, { isUnverified }] of states) if (isUnverified) marks.push(field)
  return {
    changed: Object.fromEntries(
      Object.entries(values).filter(([column, value]) => value !== kept[column as Column]),
    ),
    unverified: marks,
  }
}
