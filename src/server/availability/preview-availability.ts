import type { AvailabilityPreview } from '#lib/contract/availabilities.ts'
import type { Contract } from '#lib/contract/contract.ts'
import type { OperationRequest } from '#lib/contract/operation.ts'
import { can } from '#lib/policy/policy.ts'
import { describeRule } from '#lib/scheduling/recurrence.ts'
import { auditReads } from '../audit/audit-reads.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import type { SignedInCall } from '../http/implement.ts'
import { withAlternatives } from '../orphaned/alternatives.ts'
import { orphanedByChange } from '../orphaned/find-orphaned.ts'
import { Refusal } from '../refusals/refusal.ts'
import { actingFor } from './availability-access.ts'
import { type AvailabilityRow, toAvailabilityRule } from './availability-rows.ts'
import { findClashes } from './clashes.ts'
import {
  checkVersion,
  findAvailability,
  type PlannedChange,
  plannedChange,
  plannedNew,
  toAvailabilityLocation,
} from './planned-availability.ts'

type Question = OperationRequest<Contract['POST admin/availabilities/preview/']>['body']

const MOST_DATES = 10

/**
 * Nothing is changed or locked. The trail records whose names it shows.
 * @throws Refusal `invalid` by field, `stale`, `not_allowed`.
 */
export async function previewAvailability(
  call: SignedInCall,
  question: Question,
): Promise<AvailabilityPreview> {
  const { services } = call
  const { db, settings } = services
  const row =
    question.availability_id === undefined
      ? null
      : await findAvailability(db, question.availability_id)
  const scope = [...new Set([row?.staff_id, question.rule?.staff].filter((id) => id !== undefined))]
  const viewing = await admitted(call, row?.staff_id ?? scope[0], scope, question.pin_code)
  if (row) checkVersion(row, question.version)
  const change = planned(call, row, question)
  const now = services.now()
  const zone = settings.CLINIC_TIME_ZONE
  const rule = change.next ?? change.kept ?? (row && toAvailabilityRule(row))
  const shown = change.next ? change.added.filter(({ end }) => end > now) : []
  const { location } = change
  const instead = row && { availabilityId: row.id, removed: change.removed }
  const orphaned =
    row && can(viewing.viewer, 'appointment.see', { staffId: row.staff_id })
      ? await orphanedByChange(
          db,
          { ...toAvailabilityLocation(row), occurrences: change.removed },
          location && { ...location, occurrences: change.added },
          now,
        )
      : []
  await auditReads(db, call, {
    action: 'appointment.listed',
    subjectType: 'appointment',
    view: { list: 'orphaned', by: 'availability', id: row?.id },
    patientIds: orphaned.map(({ patient }) => patient.id),
  })
  return {
    description: rule ? describeRule(rule) : '',
    next: shown.slice(0, MOST_DATES).map(({ date, start, end }) => ({
      date,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
    })),
    count: shown.length,
    clashes: location ? await findClashes(db, location, change.added, instead, zone) : [],
    orphaned: await withAlternatives(db, orphaned, {
      settings,
      now,
      withinDays: question.within_days,
      seesHiddenSites: findVisibility(call.viewer).sites,
      mayCancel: (staffId) =>
        can(viewing.viewer, 'appointment.cancel', { staffId, status: 'booked' }),
      isOffered: ({ staffId }) =>
        can(viewing.viewer, 'appointment.reschedule', { staffId, status: 'booked' }),
      ...(row && { instead: (typeId) => hoursInstead(row, change, typeId) }),
    }),
  }
}

function planned(
  call: SignedInCall,
  row: AvailabilityRow | null,
  question: Question,
): PlannedChange {
  if (row) return plannedChange(call, row, question.rule ?? null, question)
  if (question.rule) return plannedNew(call, question.rule)
  throw new Refusal('invalid', 'Nothing was sent to check.', {
    fields: { rule: ['Send a rule or the id of an availability'] },
  })
}

async function admitted(
  call: SignedInCall,
  staffId: number | undefined,
  scope: readonly number[],
  pin: string | undefined,
): Promise<SignedInCall> {
  const { viewer } = call
  const maySelect = can(viewer, 'clinician.choose')
  if (!maySelect && !scope.every((id) => can(viewer, 'schedule.see', { staffId: id }))) {
    throw new Refusal('not_allowed', 'You can only see your own availability.')
  }
  const isForAnother = staffId !== undefined && staffId !== viewer.staffId
  return maySelect && isForAnother && pin !== undefined ? await actingFor(call, staffId, pin) : call
}

function hoursInstead(
  row: AvailabilityRow,
  { location, added, removed }: PlannedChange,
  typeId: number,
) {
  return {
    removed: { availabilityId: row.id, starts: removed.map(({ start }) => start) },
    added: {
      staffId: location?.staffId ?? row.staff_id,
      roomId: location?.roomId ?? row.room_id,
      times: location?.typeIds.includes(typeId) ? added : [],
    },
  }
}
