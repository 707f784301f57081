import { z } from 'zod'
import { SiteSummary } from './booking.ts'
import {
  calendarDate,
  clockTime,
  id,
  ids,
  idText,
  instant,
  listQuery,
  paged,
  plainDate,
  secretKey,
} from './fields.ts'
import { operation, perAudience } from './operation.ts'

const WeekDay = z.int().min(1).max(7)

const WaitingState = z.enum(['waiting', 'booked', 'left', 'expired'])

const WaitingOffer = z.object({
  id,
  start: instant,
  end: instant,
  expires: instant,
  site: SiteSummary,
  clinician_name: z.string(),
})

const WaitingListEntry = z.object({
  id,
  state: WaitingState,
  joined: instant,
  appointment_type: z.object({ id, slug: z.string(), name: z.string() }),
  sites: z.array(SiteSummary),
  days: z.array(WeekDay),
  from_time: clockTime,
  to_time: clockTime,
  until: plainDate,
  /** The patient has this appointment and wants an earlier one. Once booked, the one it became. */
  appointment: z.object({ id, start: instant, end: instant, site: SiteSummary }).nullable(),
  offer: WaitingOffer.nullable(),
})
export type WaitingListEntry = z.infer<typeof WaitingListEntry>
/** A patient who waits longer joins again. */
export const LONGEST_WAIT_DAYS = 180

const preferences = {
  site_ids: ids().default([]),
  days: z
    .array(WeekDay)
    .min(1, 'Choose at least one day')
    .max(7)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each once')
    .default([1, 2, 3, 4, 5, 6, 7]),
  from_time: clockTime.default('00:00'),
  to_time: clockTime.default('23:59'),
  until: calendarDate,
}

type Hours = { from_time: string; to_time: string }

const toMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** The last minute stands for the end of the day. */
const toEnd = (to_time: string) => (to_time === '23:59' ? 1440 : toMinute(to_time))

const isOrder = ({ from_time, to_time }: Hours) => from_time < to_time
const hours = {
  isOrder,
  problem: { path: ['to_time'], error: 'Choose a time after the first one' },
  /** Hours that no time can meet would keep freed time from everybody (docs/decisions/0095). */
  isEnough: (given: Hours) =>
    !isOrder(given) || toEnd(given.to_time) - toMinute(given.from_time) >= 60,
  tooFew: { path: ['to_time'], error: 'Choose at least an hour' },
}

export const WaitingPreference = z
  .strictObject(preferences)
  .refine(hours.isOrder, hours.problem)
  .refine(hours.isEnough, hours.tooFew)
export type WaitingPreference = z.infer<typeof WaitingPreference>

export const WaitingListJoin = z
  .strictObject({
    appointment_type_id: id.optional(),
    appointment_id: id.optional(),
    ...preferences,
  })
  .refine(
    ({ appointment_type_id, appointment_id }) =>
      (appointment_type_id === undefined) !== (appointment_id === undefined),
    { path: ['appointment_type_id'], error: 'Name either a service or an appointment' },
  )
  .refine(hours.isOrder, hours.problem)
  .refine(hours.isEnough, hours.tooFew)
export type WaitingListJoin = z.infer<typeof WaitingListJoin>

export const WaitingListAddition = z
  .strictObject({ patient_id: id, appointment_type_id: id, ...preferences })
  .refine(hours.isOrder, hours.problem)
  .refine(hours.isEnough, hours.tooFew)
export type WaitingListAddition = z.infer<typeof WaitingListAddition>

const ofEntry = z.strictObject({ id: idText })
const ofOffer = z.strictObject({ id: idText, offer_id: idText })

const joining = {
  summary:
    'Join the waiting list of a service, or for an earlier time than one’s own appointment. Joining twice changes what one waits for and keeps the place',
  query: z.strictObject({ key: secretKey.optional() }),
  body: WaitingListJoin,
  status: 201,
  errors: ['invalid', 'not_signed_in', 'not_found', 'conflict', 'too_many_requests'],
} as const

const WaitingListRow = WaitingListEntry.extend({
  patient: z.object({ id, full_name: z.string(), mobile: z.string() }),
  position: z.int().positive().nullable(),
  /** Offers that it let pass. */
  declined: z.int().nonnegative(),
  expired: z.int().nonnegative(),
  can_be_told: z.boolean(),
})
export type WaitingListRow = z.infer<typeof WaitingListRow>

const WaitingTime = z.object({
  start: instant,
  end: instant,
  site: SiteSummary,
  clinician_name: z.string(),
  is_other: z.boolean(),
})
export type WaitingTime = z.infer<typeof WaitingTime>

const staff = { audience: 'admin', permission: 'clinic.view_waiting_list' } as const
const managing = {
  audience: 'admin',
  permission: 'clinic.change_waiting_list',
  andPermission: 'clinic.view_waiting_list',
} as const
const mayNot = ['not_signed_in', 'not_allowed', 'not_found'] as const

export const waitingListOperations = {
  ...perAudience('GET waiting-list/', {
    summary:
      'What one waits for, in the order of joining. A link opens one entry alone, also once it has ended',
    status: 200,
    response: z.object({ results: z.array(WaitingListEntry) }),
    errors: ['not_signed_in'],
  }),
  'POST private/waiting-list/': operation({
    ...joining,
    audience: 'private',
    response: WaitingListEntry,
  }),
  'POST public/waiting-list/': operation({
    ...joining,
    audience: 'guest',
    headers: { 'Guest-User-Access-Token': 'required' },
    response: WaitingListEntry.extend({ access_token: z.string() }),
  }),
  ...perAudience('DELETE waiting-list/{id}/', {
    summary: 'Leave the waiting list. What is offered goes to the next person',
    params: ofEntry,
    status: 204,
    errors: ['not_signed_in', 'not_found'],
  }),
  ...perAudience('POST waiting-list/{id}/offers/{offer_id}/accept/', {
    summary:
      'Take the time that is offered: it is booked, or one’s own appointment is moved there. A repeated call gives the same answer',
    params: ofOffer,
    status: 200,
    response: WaitingListEntry,
    errors: ['not_signed_in', 'not_found', 'conflict', 'slot_taken', 'too_many_requests'],
  }),
  ...perAudience('POST waiting-list/{id}/offers/{offer_id}/decline/', {
    summary: 'Decline the time that is offered, and keep the place on the list',
    params: ofOffer,
    status: 200,
    response: WaitingListEntry,
    errors: ['not_signed_in', 'not_found', 'conflict'],
  }),

  'GET admin/clinic/waiting-list/': operation({
    ...staff,
    summary: 'Who waits for a time, in the order in which times are offered',
    query: z.strictObject({
      page: listQuery.page,
      page_size: listQuery.page_size,
      appointment_type_id: idText.optional(),
      site_id: idText.optional(),
      offered: z.enum(['yes', 'no']).optional(),
    }),
    status: 200,
    response: paged(WaitingListRow),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'POST admin/clinic/waiting-list/': operation({
    ...managing,
    summary:
      'Put a patient on the waiting list of a service. Somebody who waits for it keeps the place, and waits for this from now on',
    body: WaitingListAddition,
    status: 201,
    response: WaitingListRow,
    errors: ['invalid', ...mayNot, 'conflict'],
  }),
  'GET admin/clinic/waiting-list/{id}/times/': operation({
    ...managing,
    summary: 'The next free times that can be offered to somebody who waits',
    params: ofEntry,
    status: 200,
    response: z.object({ results: z.array(WaitingTime) }),
    errors: mayNot,
  }),
  'POST admin/clinic/waiting-list/{id}/offers/': operation({
    ...managing,
    summary: 'Offer a free time to somebody who waits, whatever their turn. They are told of it',
    params: ofEntry,
    body: z.strictObject({ start: instant, site_id: id }),
    status: 201,
    response: WaitingListRow,
    errors: ['invalid', ...mayNot, 'conflict', 'slot_taken'],
  }),
  'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/': operation({
    ...managing,
    summary: 'Take an offer back. The time goes to the next person',
    params: ofOffer,
    status: 204,
    errors: [...mayNot, 'conflict'],
  }),
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/accept/': operation({
    ...managing,
    summary: 'Take what is offered for a patient who says so, by telephone perhaps',
    params: ofOffer,
    status: 200,
    response: WaitingListEntry,
    errors: [...mayNot, 'conflict', 'slot_taken'],
  }),
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/decline/': operation({
    ...managing,
    summary: 'Decline what is offered for a patient who says so. They keep their place',
    params: ofOffer,
    status: 200,
    response: WaitingListEntry,
    errors: [...mayNot, 'conflict'],
  }),
  'DELETE admin/clinic/waiting-list/{id}/': operation({
    ...managing,
    summary: 'Remove somebody from the waiting list. What is offered goes to the next person',
    params: ofEntry,
    status: 204,
    errors: mayNot,
  }),
}
