import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { hashPin } from '#server/identity/pin.ts'
import { createLog } from '#server/log/log.ts'
import { CHEAP_PIN } from '../cheap-pin.ts'
import { auditLines, insertRow, updateRows } from '../rows.ts'
import { listedIds, listedRows } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { type Desk, NOW, OWN, openDesk } from './availability-desk.ts'

/* Who may act for another clinician: by permission, or with that clinician's PIN. */

const PIN = '2468'

let desk: Desk
let id: number
const server = await runTestServer({ services: { now: () => NOW } })
beforeEach(async () => {
  desk = await openDesk(server)
  id = (await desk.make(desk.daily('2027-06-03', '2027-06-05'))).id
  await updateRows(desk.db, 'staff', desk.staffId, { pin_hash: await hashPin(PIN, CHEAP_PIN) })
})

const FOR_OTHERS: Permission[] = [
  'clinic.create_other_availability',
  'clinic.edit_other_availability',
  'clinic.delete_other_availability',
]

/** What happens to each action of somebody: made, changed, deleted. */
async function actions(who: SignedInPerson, pin?: string): Promise<string[]> {
  const proof = pin === undefined ? {} : { pin_code: pin }
  const say = async (method: string, path: string, body: object) => {
    const answer = await desk.ask(method, path, { ...body, ...proof }, who.headers)
    return answer.status === 400 ? Object.entries(answer.body).flat(2).join(': ') : answer.outcome
  }
  return [
    await say('POST', 'availabilities/', desk.rule('2027-07-01')),
    await say('PUT', `availabilities/${id}/`, {
      ...desk.daily('2027-06-03', '2027-06-06'),
      version: 1,
    }),
    await say('DELETE', `availabilities/${id}/`, {
      version: pin === PIN || pin === undefined ? 2 : 1,
    }),
  ]
}

const others = (more: readonly Permission[], clinician = true) =>
  addSignedIn(server, { clinician, person: { is_staff: true }, permissions: [...OWN, ...more] })

const REFUSED = ['403 not_allowed', '403 not_allowed', '403 not_allowed']
const ASKED = Array.from({ length: 3 }, () => 'pin_code: Enter the PIN of this clinician')
const WRONG = Array.from({ length: 3 }, () => 'pin_code: This is not the PIN of this clinician')
const DONE = ['201', '200', '204']

describe('another clinician’s availability', () => {
  test.each<[string, Permission[], boolean, string | undefined, string[]]>([
    ['nobody who may manage only their own', [], true, undefined, REFUSED],
    ['not with a PIN either, unless they may choose somebody', [], true, PIN, REFUSED],
    ['whoever may choose somebody, with the PIN', ['clinic.select_user'], true, PIN, DONE],
    ['not without it', ['clinic.select_user'], true, undefined, ASKED],
    ['nor with a wrong one', ['clinic.select_user'], true, '1357', WRONG],
    ['a shared desk, with the PIN', ['clinic.select_user'], false, PIN, DONE],
    ['a manager, without a PIN', ['clinic.select_user', ...FOR_OTHERS], false, undefined, DONE],
    [
      'who may not choose somebody makes none, but changes those that are there',
      FOR_OTHERS,
      false,
      undefined,
      ['403 not_allowed', '200', '204'],
    ],
  ])('%s', async (_, permissions, clinician, pin, expected) => {
    expect(await actions(await others(permissions, clinician), pin)).toEqual(expected)
  })

  test('ten wrong PINs are enough, also for the right one', async () => {
    const desk2 = await others(['clinic.select_user'])
    const remove = async (pin_code: string) =>
      (await desk.ask('DELETE', `availabilities/${id}/`, { version: 1, pin_code }, desk2.headers))
        .outcome
    for (let count = 0; count < 10; count += 1) expect(await remove('1357')).toBe('400')
    expect(await remove(PIN)).toBe('429 too_many_requests')
  })

  test('the PIN is nowhere but in the request', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => lines.push(line) })
    const before = server.services.log
    server.services.log = log
    const shared = await others(['clinic.select_user'], false)
    await actions(shared, '97531246')
    await actions(shared, PIN)
    server.services.log = before
    expect(lines.join('')).toContain('a PIN was wrong')
    expect(lines.join('')).not.toContain('97531246')
    const trail = await auditLines(desk.db, ['actor_id', 'change'], {
      subject_type: 'availability',
      actor_id: shared.id,
    })
    expect(trail.map(({ change }) => change)).toContainEqual({ scope: 'all', by_pin: true })
    expect(JSON.stringify(trail)).not.toContain(PIN)
  })
})

describe('a room', () => {
  test('may be any for who may choose one, else one where the clinician works already', async () => {
    const plain = OWN.filter((permission) => permission !== 'clinic.select_room')
    const own = await openDesk(server, plain)
    expect((await own.ask('POST', 'availabilities/', own.rule('2027-07-01'))).outcome).toBe(
      '403 not_allowed',
    )
    await insertRow(own.db, 'availability', {
      staff_id: own.staffId,
      room_id: own.room.id,
      start_date: '2026-01-01',
      start_time: '09:00',
      end_time: '10:00',
    })
    expect((await own.ask('POST', 'availabilities/', own.rule('2027-07-01'))).outcome).toBe('201')
    const { body } = await own.ask('GET', `availability-choices/?staff_id=${own.staffId}`)
    expect((body['rooms'] as { id: number }[]).map((room) => room.id)).toEqual([own.room.id])
  })
})

describe('what is seen of others', () => {
  const seen = async (who: SignedInPerson) => {
    const { body } = await desk.ask('GET', 'availabilities/?page_size=500', undefined, who.headers)
    return listedRows<{ id: number }>(body).some((one) => one.id === id)
  }
  const rule = () => ({ availability_id: id, rule: desk.daily('2027-06-03', '2027-06-04') })

  test('is nothing, unless one may see others’ appointments', async () => {
    expect(await seen(await others([]))).toBe(false)
    expect(await seen(await others(['clinic.view_other_appointments']))).toBe(true)
    const preview = (who: SignedInPerson) =>
      desk.ask('POST', 'availabilities/preview/', rule(), who.headers)
    expect((await preview(await others([]))).outcome).toBe('403 not_allowed')
    expect((await preview(await others(['clinic.view_other_appointments']))).outcome).toBe('200')
  })

  test('is who would be orphaned only with the PIN for whoever merely chooses somebody', async () => {
    const appointment = await desk.book('2027-06-05T09:00:00Z')
    const shared = await others(['clinic.select_user'], false)
    const orphaned = async (proof: object) => {
      const body = { ...rule(), ...proof }
      const answer = await desk.ask('POST', 'availabilities/preview/', body, shared.headers)
      return (answer.body['orphaned'] as { id: number }[]).map((one) => one.id)
    }
    expect(await orphaned({})).toEqual([])
    expect(await orphaned({ pin_code: PIN })).toEqual([appointment])
  })
})

describe('the types that a clinician may take', () => {
  test('are those they are competent for, and those that can be booked with them', async () => {
    const { body: own } = await desk.ask('GET', `staff_appointment_types/?staff_id=${desk.staffId}`)
    const names = (body: Record<string, unknown>) => listedIds(body)
    expect(names(own)).toEqual(expect.arrayContaining([desk.type.id, desk.otherType.id]))
    const path = `available_appointment_types/?staff_id=${desk.staffId}&availability_id=${id}`
    expect(names((await desk.ask('GET', path)).body)).toEqual([desk.type.id])
    const may = await others([
      'clinic.override_appointment_types',
      'clinic.view_other_appointments',
    ])
    const { body } = await desk.ask('GET', path, undefined, may.headers)
    expect(body['results']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: desk.type.id, override: false }),
        expect.objectContaining({ id: desk.otherType.id, override: true }),
      ]),
    )
    const stranger = await others(['clinic.select_user'])
    expect((await desk.ask('GET', path, undefined, stranger.headers)).outcome).toBe(
      '403 not_allowed',
    )
    expect(
      (await desk.ask('GET', path, undefined, { ...stranger.headers, 'Clinician-Pin-Code': PIN }))
        .outcome,
    ).toBe('200')
  })
})
