import type { Appointment } from '#lib/contract/booking.ts'
import { retried } from '../database/failures.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Call } from '../http/implement.ts'
import { Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { type Finder, recordedAs } from './own-appointment.ts'
import { presentOwn } from './own-appointment-rows.ts'

/**
 * Notes whether the patient will come, for the start that they were shown. It changes nothing else.
 * @throws Refusal `stale` at another start; `conflict` once it started or is not booked; as the finder.
 */
export async function answerAttendance(
  call: Call,
  own: Finder,
  id: number,
  { is_coming, start }: { is_coming: boolean; start: string },
): Promise<Appointment> {
  const { db, now } = call.services
  const row = await retried(() =>
    db.transaction().execute(async (tx) => {
      await own.find(tx, id)
      await tx.selectFrom('appointment').select('id').where('id', '=', id).forUpdate().execute()
      const found = await own.find(tx, id)
      const { status, starts_at } = found
      if (status !== 'booked' || starts_at.getTime() <= now()) {
        throw new Refusal('conflict', 'This appointment is no longer to come.')
      }
      if (starts_at.getTime() !== Date.parse(start)) {
        throw new Refusal('stale', 'This appointment was moved since you opened it.')
      }
      await refuseContradictions(call, () => presentOwn(found, call, own.audience))
      const answer = { is_coming, starts_at, answered: new Date(now()) }
      await tx
        .insertInto('attendance_answer')
        .values({ appointment_id: id, ...answer })
        .onConflict((conflict) => conflict.column('appointment_id').doUpdateSet(answer))
        .execute()
      await recordedAs(tx, call, own, found, 'appointment.attendance_answered', { is_coming })
      return await own.find(tx, id)
    }),
  )
  announce(call.services, row)
  return presentOwn(row, call, own.audience)
}
