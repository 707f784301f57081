import { z } from 'zod'
import { id, idText, instant, secretKey } from './fields.ts'
import { operation } from './operation.ts'

/** A time that is kept for somebody who is booking. */
export const SlotHold = z.object({
  id,
  token: z.string(),
  start: instant,
  end: instant,
  site_id: id,
  expires_at: instant,
})
export type SlotHold = z.infer<typeof SlotHold>

export const SlotHoldWrite = z.strictObject({
  appointment_type_id: id,
  start: instant,
  site_id: id,
  availability_id: id.optional(),
})

const holding = {
  query: z.strictObject({ key: secretKey.optional() }),
  body: SlotHoldWrite,
  headers: { 'Slot-Hold-Token': 'optional' },
  status: 201,
  response: SlotHold,
  errors: ['invalid', 'not_found', 'slot_taken', 'too_many_requests'],
} as const
const releasing = {
  params: z.strictObject({ id: idText }),
  headers: { 'Slot-Hold-Token': 'required' },
  status: 204,
  errors: ['not_found'],
} as const
export const slotHoldOperations = {
  'POST public/slot-holds/': operation({
    summary: 'Keep a slot for ten minutes; a holder has one hold, a new one replaces it',
    audience: 'public',
    ...holding,
  }),
  'POST private/slot-holds/': operation({
    summary: 'Keep a slot for ten minutes, as who is signed in',
    audience: 'private',
    ...holding,
  }),
  'DELETE public/slot-holds/{id}/': operation({
    summary: 'Give a held slot back',
    audience: 'public',
    ...releasing,
  }),
  'DELETE private/slot-holds/{id}/': operation({
    summary: 'Give a held slot back, as who is signed in',
    audience: 'private',
    ...releasing,
  }),
}
