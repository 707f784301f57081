import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { hashPin, readPinHash, verifyPin } from './pin.ts'

type NewPin = { pin_code: string; current_pin_code?: string | undefined }

/**
 * Nobody sets the PIN of somebody else: whoever knows it acts as its owner.
 * @throws Refusal `not_allowed` for who is no clinician; `invalid` for a wrong current PIN;
 *   `too_many_requests`.
 */
export async function setOwnPin(
  call: SignedInCall,
  { pin_code, current_pin_code }: NewPin,
): Promise<void> {
  const { services, viewer } = call
  const { staffId } = viewer
  if (staffId === null) throw new Refusal('not_allowed', 'Only clinicians have a PIN.')
  const before = await readPinHash(services.db, staffId)
  if (before !== null) {
    if (current_pin_code === undefined) {
      throw invalid({ current_pin_code: ['Enter your current PIN'] })
    }
    if (!(await verifyPin(call, staffId, current_pin_code))) {
      throw invalid({
        current_pin_code: ['This is not your PIN. Ask an administrator to clear one you forgot'],
      })
    }
  }
  const pin_hash = await hashPin(pin_code, services.pinCost)
  await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('staff')
      .set({ pin_hash })
      .where('id', '=', staffId)
      .where('pin_hash', 'is not distinct from', before)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw new Refusal('stale', 'Your PIN was changed at the same time. Try again.')
    }
    await auditByViewer(tx, call, {
      action: 'person.pin_set',
      subjectType: 'staff',
      subjectId: staffId,
      patientId: null,
    })
  })
}
