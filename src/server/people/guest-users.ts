import { sql } from 'kysely'
import type { GuestUserWrite } from '#lib/contract/people.ts'
import { audit } from '../audit.ts'
import { explainBroken } from '../database/constraints.ts'
import type { Call } from '../http/implement.ts'
import { type GuestRow, grantGuestAccess, guestOf } from '../identity/guest-access.ts'
import { notFound } from '../refusal.ts'

/** Creates a guest: always a new person, since an e-mail address or phone may be shared. */
export async function createGuestUser(
  call: Call,
  written: GuestUserWrite,
): Promise<{ guest: GuestRow; token: string }> {
  const { db, settings } = call.services
  return await db
    .transaction()
    .execute(async (tx) => {
      const guest = await tx
        .insertInto('person')
        .values({ ...written, is_guest: true })
        .returningAll()
        .executeTakeFirstOrThrow()
      const token = await grantGuestAccess(tx, guest.id, settings.GUEST_ACCESS_DAYS)
      await audit(tx, call, {
        actor: { id: guest.id, role: 'guest' },
        action: 'person.created',
        subjectType: 'person',
        subjectId: guest.id,
        patientId: guest.id,
      })
      return { guest, token }
    })
    .catch(explainBroken)
}

/** The guest whose token it is. @throws Refusal `not_signed_in` when it is nobody's. */
export async function readGuestUser(call: Call): Promise<GuestRow> {
  return await call.services.db.transaction().execute(async (tx) => {
    const guest = await guestOf(tx, call.headers['Guest-User-Access-Token'])
    await audit(tx, call, {
      actor: { id: guest.id, role: 'guest' },
      action: 'person.read',
      subjectType: 'person',
      subjectId: guest.id,
      patientId: guest.id,
    })
    return guest
  })
}

/**
 * Changes what the guest told about themselves; fields left out stay as they are.
 * @throws Refusal `not_found` for any record but the guest's own.
 */
export async function updateGuestUser(
  call: Call,
  id: number,
  changes: { [F in keyof GuestUserWrite]?: GuestUserWrite[F] | undefined },
): Promise<GuestRow> {
  const { db } = call.services
  return await db
    .transaction()
    .execute(async (tx) => {
      const guest = await guestOf(tx, call.headers['Guest-User-Access-Token'])
      if (guest.id !== id) throw notFound('This guest user')
      if (Object.keys(changes).length === 0) return guest
      const updated = await tx
        .updateTable('person')
        .set({ ...changes, modified: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, call, {
        actor: { id, role: 'guest' },
        action: 'person.updated',
        subjectType: 'person',
        subjectId: id,
        patientId: id,
        change: { fields: Object.keys(changes) },
      })
      return updated
    })
    .catch(explainBroken)
}
