import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { AvailabilityWrite } from '#lib/contract/availabilities.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { AvailabilityRule } from '#lib/scheduling/recurrence.ts'
import {
  changeOfRule,
  type NotPossible,
  newRule,
  type Reach,
  type RuleChange,
} from '#lib/scheduling/rule-change.ts'
import { newAvailability, plainRule, yearAfter } from '#lib/scheduling/rule-codec.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, notFound, Refusal } from '../refusals/refusal.ts'
import {
  type AvailabilityLocation,
  type AvailabilityRow,
  availabilityRows,
  toAvailabilityRule,
} from './availability-rows.ts'

export type AvailabilityInput = z.output<typeof AvailabilityWrite>

export type PlannedChange = RuleChange & { location: AvailabilityLocation | null }

const THIS = 'This availability'

export async function findAvailability(executor: Executor, id: number): Promise<AvailabilityRow> {
  return await availabilityRows(executor)
    .where('availability.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound(THIS))
}

/**
 * Nobody else changes it until the transaction ends; bookings go on.
 * @throws Refusal `not_found`.
 */
export async function lockAvailability(tx: Executor, id: number): Promise<AvailabilityRow> {
  await tx
    .selectFrom('availability')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return await findAvailability(tx, id)
}

/** @throws Refusal `stale` for another version than the one given, if any. */
export function checkVersion(row: AvailabilityRow, version: number | undefined): void {
  if (version === undefined || row.version === version) return
  throw new Refusal('stale', 'Somebody has changed this availability since you opened it.')
}

export const toAvailabilityLocation = (row: AvailabilityRow): AvailabilityLocation => ({
  staffId: row.staff_id,
  roomId: row.room_id,
  typeIds: row.type_ids,
})

const parseLocation = ({
  staff,
  room,
  appointment_types,
}: AvailabilityInput): AvailabilityLocation => ({
  staffId: staff,
  roomId: room,
  typeIds: appointment_types,
})

export function plannedNew(call: SignedInCall, requested: AvailabilityInput) {
  const clock = toClock(call)
  const today = toClinicDate(clock.now, clock.zone)
  const made = newRule(filledIn(requested, newAvailability(today)), clock)
  return { kept: null, removed: [], ...possible(made), location: parseLocation(requested) }
}

export function plannedChange(
  call: SignedInCall,
  row: AvailabilityRow,
  requested: AvailabilityInput | null,
  reach: Reach,
): PlannedChange {
  const old = toAvailabilityRule(row)
  const rule = requested && filledIn(requested, old)
  const planned = possible(changeOfRule(old, rule, reach, toClock(call)))
  return { ...planned, location: requested && parseLocation(requested) }
}

export const isSameRule = (row: AvailabilityRow, requested: AvailabilityInput): boolean => {
  const old = toAvailabilityRule(row)
  const types = ({ typeIds, ...place }: AvailabilityLocation) => ({
    ...place,
    typeIds: ordered(typeIds),
  })
  return (
    isDeepStrictEqual(filledIn(requested, old), old) &&
    isDeepStrictEqual(types(parseLocation(requested)), types(toAvailabilityLocation(row)))
  )
}

/** Recurs for a year from its start unless the request says until when. */
function filledIn(requested: AvailabilityInput, otherwise: AvailabilityRule) {
  const rule = { ...z.encode(plainRule, otherwise), ...requested }
  const { start_date = otherwise.startDate, weekdays = [], months = [] } = rule
  const usual = otherwise.recurring
    ? otherwise.recurringUntil
    : (otherwise.recurringUntil ?? yearAfter(start_date))
  return plainRule.parse({
    ...rule,
    recurring_until: requested.recurring_until === undefined ? usual : requested.recurring_until,
    weekdays: ordered(weekdays),
    months: ordered(months),
  })
}

const ordered = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)

const toClock = ({ services }: SignedInCall) => ({
  now: services.now(),
  zone: services.settings.CLINIC_TIME_ZONE,
})

function possible<T extends object>(planned: T | NotPossible): T {
  if ('problem' in planned) throw invalid(planned.problem as FieldErrors)
  return planned
}
