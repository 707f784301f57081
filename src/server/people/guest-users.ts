import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { GuestUserWrite } from '#lib/contract/people.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { asDeclared, findGuest, type GuestRow, grantGuestAccess } from '../identity/guest-links.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { declaring } from './declared-fields.ts'
import { countNewContact } from './new-contact-limit.ts'
import { presentGuestUser } from './present.ts'
import { lockPeople } from './user-rows.ts'

export const guestUserRoutes = {
  'POST public/users/': async ({ body }, call) => {
    const { guest, token } = await createGuestUser(call, body)
    return { ...presentGuestUser(guest, call), guest_access_token: token }
  },

  'GET public/users/{id}/': async ({ params }, call) => {
    const guest = await readGuestUser(call)
    if (guest.id !== params.id) throw notFound('This guest user')
    return presentGuestUser(guest, call)
  },

  'PUT public/users/{id}/': async ({ params, body }, call) =>
    presentGuestUser(await updateGuestUser(call, params.id, body), call),

  'GET public/check-guest-user/': async (_request, call) =>
    presentGuestUser(await readGuestUser(call), call),
} satisfies Handlers

async function createGuestUser(
  call: Call,
  written: GuestUserWrite,
): Promise<{ guest: GuestRow; token: string }> {
  const { db, settings } = call.services
  return await db
    .transaction()
    .execute(async (tx) => {
      await countNewContact(tx, call, {}, written)
      const guest = await tx
        .insertInto('person')
        .values({ ...written, is_guest: true })
        .returningAll()
        .executeTakeFirstOrThrow()
      const token = await grantGuestAccess(tx, guest.id, settings.GUEST_ACCESS_DAYS)
      await auditSelf(tx, call, guest.id, 'person.created')
      return { guest, token }
    })
    .catch(explainBroken)
}

async function readGuestUser(call: Call): Promise<GuestRow> {
  return await call.services.db.transaction().execute(async (tx) => {
    const guest = await findGuest(tx, call.headers['Guest-User-Access-Token'])
    await auditSelf(tx, call, guest.id, 'person.read')
    return guest
  })
}

/**
 * Fields left out stay. With an appointment, who it is for is fixed: another person takes a new guest.
 * @throws Refusal `not_found` for another record, `conflict` for another person's details.
 */
async function updateGuestUser(call: Call, id: number, changes: Changes): Promise<GuestRow> {
  const { db } = call.services
  return await db
    .transaction()
    .execute(async (tx) => {
      // A merge waits for this, or closes the record before the token is read.
      await lockPeople(tx, [id])
      const guest = await findGuest(tx, call.headers['Guest-User-Access-Token'])
      if (guest.id !== id) throw notFound('This guest user')
      if (Object.keys(changes).length === 0) return guest
      if (isAnotherPerson(guest, changes) && (await hasAppointment(tx, id))) {
        throw new Refusal(
          'conflict',
          'You have booked with this name, date of birth and NHS number. Book as a new guest for another person.',
        )
      }
      await countNewContact(tx, call, guest, changes)
      const updated = await tx
        .updateTable('person')
        .set({ ...changes, unverified: declaring(changes) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const fields = Object.keys(changes)
      await auditSelf(tx, call, id, 'person.updated', { fields, version: updated.version })
      return asDeclared(updated)
    })
    .catch(explainBroken)
}

type Changes = { [F in keyof GuestUserWrite]?: GuestUserWrite[F] | undefined }

const isAnotherPerson = (guest: GuestRow, changes: Changes) =>
  (['first_name', 'last_name', 'dob', 'nhs_number'] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== guest[field],
  )

async function hasAppointment(executor: Executor, id: number): Promise<boolean> {
  const found = await executor
    .selectFrom('appointment')
    .select('id')
    .where('patient_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function auditSelf(
  executor: Executor,
  call: Call,
  id: number,
  action: AuditAction,
  change: AuditEntry['change'] = {},
) {
  await audit(executor, call, {
    actor: { id, role: 'guest' },
    action,
    subjectType: 'person',
    subjectId: id,
    patientId: id,
    change,
  })
}
