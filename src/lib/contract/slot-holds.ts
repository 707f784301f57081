import { z } from 'zod'
import { id, idText, instant, secretKey } from './fields.ts'
import { operation } from './operation.ts'

const SlotHold = z.object({
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
    summary: 'Hold a slot for ten minutes. A new hold replaces the one before it',
    audience: 'public',
    ...holding,
  }),
  'POST private/slot-holds/': operation({
    summary: 'Hold a slot for ten minutes as the signed-in person',
    audience: 'private',
    ...holding,
  }),
  'DELETE public/slot-holds/{id}/': operation({
    summary: 'Release a held slot',
    audience: 'public',
    ...releasing,
  }),
  'DELETE private/slot-holds/{id}/': operation({
    summary: 'Release a held slot as the signed-in person',
    audience: 'private',
    ...releasing,
  }),
}
