import { z } from 'zod'
import { SiteSummary } from './booking.ts'
import {
  calendarDate,
  clockTime,
  id,
  idText,
  instant,
  line,
  listQuery,
  paged,
  pinCode,
  pinInAddress,
  plainDate,
  reference,
  seenVersion,
  sentDate,
  url,
  version,
  writtenDate,
} from './fields.ts'
import { operation } from './operation.ts'
import { OrphanedAppointment, resolutions, within_days } from './orphaned-appointments.ts'
import { resource } from './resource.ts'

const MayAct = z.enum(['yes', 'with_pin', 'no'])
export type MayAct = z.infer<typeof MayAct>

/** `start` is the instant of the first occurrence, null without one. */
const Availability = z.object({
  id,
  url,
  version,
  staff: id,
  staff_name: z.string(),
  room: id,
  room_name: z.string(),
  site: SiteSummary,
  appointment_types: z.array(id),
  start_date: sentDate,
  start_time: clockTime,
  end_time: clockTime,
  recurring: z.boolean(),
  recurring_until: sentDate.nullable(),
  repeat_every: z.int().positive(),
  rrule: z.string(),
  /** The constants of rrule: 0 yearly, 1 monthly, 2 weekly, 3 daily. */
  freq: z.int().min(0).max(3),
  /** 0 is Monday. */
  weekdays: z.array(z.int().min(0).max(6)),
  months: z.array(z.int().min(1).max(12)),
  except_bank_holidays: z.boolean(),
  /** With `except_bank_holidays`: also 25 and 26 December and 1 January on a weekend. */
  except_holiday_dates: z.boolean(),
  exceptions: z.array(sentDate),
  start: instant.nullable(),
  description: z.string(),
  may_change: MayAct,
  may_delete: MayAct,
})
export type Availability = z.infer<typeof Availability>

const typeIds = z.array(id).max(500, 'Choose 500 or fewer')

/** Fields left out take the defaults. */
export const AvailabilityWrite = z.strictObject({
  staff: id,
  room: id,
  appointment_types: typeIds.min(1, 'Choose at least one appointment type'),
  start_date: writtenDate.optional(),
  start_time: clockTime.optional(),
  end_time: clockTime.optional(),
  recurring: z.boolean().optional(),
  /** It is inclusive; null is two years, the maximum. */
  recurring_until: writtenDate.nullable().optional(),
  repeat_every: z.int().min(1, 'Give 1 or more').max(366, 'Give 366 or fewer').optional(),
  freq: z.literal([0, 1, 2, 3]).optional(),
  weekdays: z.array(z.int().min(0).max(6)).max(7).optional(),
  months: z.array(z.int().min(1).max(12)).max(12).optional(),
  except_bank_holidays: z.boolean().optional(),
  except_holiday_dates: z.boolean().optional(),
  exceptions: z.array(writtenDate).max(750, 'Give 750 dates or fewer').optional(),
})

/** What is left out stays. */
const AvailabilityUpdate = AvailabilityWrite.partial()

/** Past occurrences stay, however far a change reaches. */
const AvailabilityScope = z.enum(['one', 'following', 'all'])
export type AvailabilityScope = z.infer<typeof AvailabilityScope>

const reach = {
  scope: AvailabilityScope.default('all'),
  date: writtenDate.optional(),
}

const Clash = z.object({
  with: z.enum(['clinician', 'room']),
  date: plainDate,
  start: instant,
  end: instant,
  availability_id: id,
  staff_name: z.string(),
  room_name: z.string(),
  detail: z.string(),
})

const AvailabilityPreview = z.object({
  description: z.string(),
  next: z.array(z.object({ date: plainDate, start: instant, end: instant })),
  count: z.int().nonnegative(),
  clashes: z.array(Clash),
  orphaned: z.array(OrphanedAppointment),
})
export type AvailabilityPreview = z.infer<typeof AvailabilityPreview>

export const availabilities = resource({
  name: 'availability',
  path: 'availabilities',
  entity: Availability,
  searchable: ['staff_name', 'room_name'],
  orderable: ['start_date', 'staff_name', 'room_name'],
  defaultOrder: 'start_date',
})

const byId = z.strictObject({ id: idText })
const proof = { pin_code: pinCode.optional() }
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'too_many_requests'] as const
const changing = [...refusals, 'not_found', 'stale', 'conflict', 'slot_taken'] as const

const ChoosableStaff = z.object({ id, full_name: z.string(), may_create: MayAct })
const ChoosableRoom = z.object({ id, name: z.string(), site: SiteSummary })

const OfferableType = z.object({
  id,
  url: reference,
  slug: z.string(),
  name: line(200),
  duration: z.int().positive(),
})

export const availabilityOperations = {
  'GET admin/availability-choices/': operation({
    summary:
      'List the clinicians and rooms you can choose for an availability: yourself, and others with clinic.select_user; every room with clinic.select_room, otherwise rooms the clinician already works in',
    audience: 'admin',
    permission: 'clinic.view_availability',
    query: z.strictObject({ staff_id: idText.optional() }),
    status: 200,
    response: z.object({
      today: plainDate,
      staff: z.array(ChoosableStaff),
      rooms: z.array(ChoosableRoom),
    }),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'GET admin/availabilities/': operation({
    summary: "List availability; other clinicians' with clinic.view_other_appointments",
    audience: 'admin',
    permission: 'clinic.view_availability',
    query: z.strictObject({
      ...listQuery,
      staff_id: idText.optional(),
      room_id: idText.optional(),
      site_id: idText.optional(),
      from: calendarDate.optional(),
    }),
    status: 200,
    response: paged(Availability),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'GET admin/availabilities/{id}/': operation({
    summary: 'Read an availability',
    audience: 'admin',
    permission: 'clinic.view_availability',
    params: byId,
    status: 200,
    response: Availability,
    errors: ['not_signed_in', 'not_allowed', 'not_found'],
  }),
  'POST admin/availabilities/': operation({
    cost: 'secret',
    summary:
      "Create an availability; another clinician's with clinic.create_other_availability or that clinician's PIN",
    audience: 'admin',
    permission: 'clinic.add_availability',
    body: AvailabilityWrite.extend(proof),
    status: 201,
    response: Availability,
    errors: refusals,
  }),
  'PUT admin/availabilities/{id}/': operation({
    cost: 'secret',
    summary:
      'Change an availability from now on: one occurrence, one and those after it, or all. Affected appointments are moved or kept in the same step, as `resolutions` says',
    audience: 'admin',
    permission: 'clinic.change_availability',
    params: byId,
    body: AvailabilityUpdate.extend({ ...proof, ...reach, version: seenVersion, resolutions }),
    status: 200,
    response: Availability,
    errors: changing,
  }),
  'DELETE admin/availabilities/{id}/': operation({
    cost: 'secret',
    summary: 'Delete an availability from now on: one occurrence, one and those after it, or all',
    audience: 'admin',
    permission: 'clinic.delete_availability',
    params: byId,
    body: z.strictObject({ ...proof, ...reach, version: seenVersion, resolutions }),
    status: 204,
    errors: changing,
  }),
  'POST admin/availabilities/{id}/undo/': operation({
    summary:
      "Undo one's own last change or deletion of an availability, within 15 minutes and while nobody has changed it since. Appointments stay where they are",
    audience: 'admin',
    permission: 'clinic.change_availability',
    orPermission: 'clinic.delete_availability',
    params: byId,
    status: 204,
    errors: changing,
  }),
  'POST admin/availabilities/preview/': operation({
    cost: 'secret',
    summary:
      "Preview a new, changed or deleted availability without saving it. Lists your own affected appointments; other clinicians' with clinic.view_other_appointments or their PIN",
    audience: 'admin',
    permission: 'clinic.view_availability',
    body: z.strictObject({
      ...reach,
      ...proof,
      availability_id: id.optional(),
      version: seenVersion,
      rule: AvailabilityWrite.extend({ appointment_types: typeIds }).optional(),
      within_days,
    }),
    status: 200,
    response: AvailabilityPreview,
    errors: [...refusals, 'not_found', 'stale'],
  }),
  'GET admin/staff_appointment_types/': operation({
    summary: 'List the appointment types a clinician is competent for today',
    audience: 'admin',
    permission: 'clinic.view_appointmenttype',
    query: z.strictObject({ staff_id: idText }),
    status: 200,
    response: z.object({
      count: z.int().nonnegative(),
      results: z.array(OfferableType.extend({ disabled: z.boolean(), hidden: z.boolean() })),
    }),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
  'GET admin/available_appointment_types/': operation({
    cost: 'secret',
    summary:
      "List what can be booked in an availability or with a clinician; with clinic.override_appointment_types, every type they are competent for. Another clinician's with clinic.view_other_appointments or their PIN",
    audience: 'admin',
    permission: 'clinic.view_appointmenttype',
    query: z.strictObject({
      staff_id: idText,
      availability_id: idText.optional(),
      pin_code: pinInAddress,
    }),
    headers: { 'Clinician-Pin-Code': 'optional' },
    status: 200,
    response: z.object({
      count: z.int().nonnegative(),
      results: z.array(
        OfferableType.extend({
          override: z.boolean(),
        }),
      ),
    }),
    errors: [...refusals, 'not_found'],
  }),
}
