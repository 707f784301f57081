import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { oneRow, updateRows } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addClinicianUser, addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addStaffCompetency } from './staff-competency.ts'

const VIEW = 'clinic.view_staffcompetency'
/** The last minute of the clinic's 28 October: in UTC it is the 28th as well, in Sydney the 29th. */
const NOW = Date.parse('2026-10-28T23:59:00Z')
const TODAY = '2026-10-28'

const server = await runTestServer({ services: { now: () => NOW } })
const { db } = server.database

const clinician = (permissions: Permission[] = [VIEW]) => addClinicianUser(server, permissions)

const ask = (who: Pick<SignedInPerson, 'headers'>, staffId: unknown) =>
  send(server, 'GET', `/api/admin/staffcompetencies/expiring/?staff_id=${staffId}`, who)

const hold = (
  who: SignedInPerson,
  to: string | null,
  more: { from?: string; competencyId?: number } = {},
) => addStaffCompetency(db, who.staffId ?? 0, { from: '2024-01-01', to, ...more })

async function readNotices(who: SignedInPerson) {
  const { body } = await ask(who, who.staffId)
  return listedRows<{ id: number; notice_type: string }>(body).map(({ id, notice_type }) => [
    id,
    notice_type,
  ])
}

describe('a notice', () => {
  test.each([
    [-1, []],
    [0, ['1-day-notice']],
    [1, ['1-day-notice']],
    [2, ['5-days-notice']],
    [5, ['5-days-notice']],
    [6, ['30-days-notice']],
    [30, ['30-days-notice']],
    [31, []],
  ])('of a competency that ends in %d days is %j', async (days, notices) => {
    const me = await clinician()
    await hold(me, addDays(TODAY, days))
    expect((await readNotices(me)).map(([, notice]) => notice)).toEqual(notices)
  })

  test('says which competency of whom ends when, the next first', async () => {
    const me = await clinician()
    await hold(me, null)
    const later = await hold(me, addDays(TODAY, 20))
    const sooner = await hold(me, addDays(TODAY, 3))
    await hold(await clinician(), addDays(TODAY, 3))
    const { name } = await oneRow(db, 'competency', sooner.competency_id)
    const { status, body } = await ask(me, me.staffId)
    expect(status).toBe(200)
    expect(body['count']).toBe(2)
    expect(body['results']).toEqual([
      {
        id: sooner.id,
        url: `${server.services.settings.publicUrl}/api/admin/staffcompetencies/${sooner.id}/`,
        notice_type: '5-days-notice',
        staff_id: me.staffId,
        competency_id: sooner.competency_id,
        competency_name: name,
        expires_at: '2026-10-31',
      },
      expect.objectContaining({ id: later.id, notice_type: '30-days-notice' }),
    ])
  })

  test('goes by the date of the clinic', async () => {
    const me = await clinician()
    const { id } = await hold(me, TODAY)
    expect(await readNotices(me)).toEqual([[id, '1-day-notice']])
    const { settings } = server.services
    server.services.settings = { ...settings, CLINIC_TIME_ZONE: 'Australia/Sydney' }
    expect(await readNotices(me)).toEqual([])
    server.services.settings = settings
  })

  test('is not needed where another record renews it without a gap', async () => {
    const me = await clinician()
    const ends = addDays(TODAY, 10)
    const renewed = await hold(me, ends)
    const again = { competencyId: renewed.competency_id }
    await hold(me, addDays(TODAY, 9), again)
    await hold(me, null, { ...again, from: addDays(ends, 2) })
    await hold(me, null)
    expect(await readNotices(me)).toEqual([[renewed.id, '30-days-notice']])
    const renewal = await hold(me, addDays(ends, 365), { ...again, from: addDays(ends, 1) })
    expect(await readNotices(me)).toEqual([])
    await db.deleteFrom('staff_competency').where('id', '=', renewal.id).execute()
    await hold(me, null, again)
    expect(await readNotices(me)).toEqual([])
  })
})

describe('the notices of a clinician', () => {
  test('are seen by themselves, by who may select users, and by a superuser', async () => {
    const me = await clinician()
    await hold(me, TODAY)
    const staff = { person: { is_staff: true } }
    const selecting = await addSignedIn(server, {
      ...staff,
      permissions: [VIEW, 'clinic.select_user'],
    })
    const superuser = await addSignedIn(server, { person: { is_superuser: true } })
    for (const who of [me, selecting, superuser]) {
      const { status, body } = await ask(who, me.staffId)
      expect([status, body['count']]).toEqual([200, 1])
    }
  })

  test('of nobody cannot be asked for', async () => {
    const me = await clinician()
    for (const staffId of ['', '0', '-1', 'me', '1.5', '2147483648']) {
      const { status, body } = await ask(me, staffId)
      expect([status, Object.keys(body)]).toEqual([400, ['staff_id']])
    }
    const selecting = await addStaffUser(server, [VIEW, 'clinic.select_user'])
    expect((await ask(selecting, 2_147_483_647)).body).toEqual({ count: 0, results: [] })
  })
})

describe('what ends and what has lapsed', () => {
  test('is told of everybody who works here, by name, unless something follows it', async () => {
    const me = await addClinicianUser(server, [VIEW], { first_name: 'Zoë', last_name: 'Zander' })
    const left = await clinician()
    await hold(left, TODAY)
    await updateRows(db, 'staff', left.staffId ?? 0, { is_active: false })
    const lapsed = await hold(me, addDays(TODAY, -40))
    const sooner = await hold(me, addDays(TODAY, 1))
    const later = await hold(me, addDays(TODAY, 30))
    await hold(me, addDays(TODAY, 31))
    // Lapsed, and held again after a gap; and one that lapsed twice is told once.
    const gap = await hold(me, addDays(TODAY, -20))
    await hold(me, null, { from: addDays(TODAY, -10), competencyId: gap.competency_id })
    const once = await hold(me, addDays(TODAY, -300))
    const twice = await hold(me, addDays(TODAY, -5), {
      from: addDays(TODAY, -100),
      competencyId: once.competency_id,
    })
    const answer = await send(server, 'GET', '/api/admin/staffcompetencies/ending/', me)
    const rows = listedRows<Record<string, unknown>>(answer.body)
    const mine = rows.filter((row) => row['staff_id'] === me.staffId)
    expect(rows.slice(-4)).toEqual(mine)
    expect(mine.map(({ id, notice_type }) => [id, notice_type])).toEqual([
      [lapsed.id, 'lapsed'],
      [twice.id, 'lapsed'],
      [sooner.id, '1-day-notice'],
      [later.id, '30-days-notice'],
    ])
    expect(mine[0]).toMatchObject({ staff_name: 'Zoë Zander', expires_at: lapsed.expires_at })
    expect(rows.map((row) => row['staff_id'])).not.toContain(left.staffId)
  })
})
