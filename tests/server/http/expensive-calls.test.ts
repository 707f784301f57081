import { type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { PIN_COST } from '#server/identity/pin.ts'
import { some } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { addType } from '../clinic-factory.ts'
import { formWith, imageBomb, readBody } from '../files/sample-image.ts'
import { type Answer, type Sent, send, tally } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const PERMISSIONS: readonly Permission[] = [
  'clinic.view_staff',
  'clinic.change_appointmenttype',
  'clinic.view_appointment',
  'clinic.can_manage_duplicates',
  'clinic.delete_competency',
  'admin.view_logentry',
]

const server = await runTestServer({
  environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
  // Long enough to be overtaken, and not so long that a busy machine keeps others waiting too long.
  services: { pinCost: { ...PIN_COST, N: PIN_COST.N / 4 } },
})
const { db } = server.database
const staff = () =>
  addSignedIn(server, { person: { is_staff: true, is_superuser: true }, permissions: PERMISSIONS })
const someone = await staff()
const colleague = await staff()
const FILE = `images/${'0'.repeat(32)}-1.webp`
await server.services.files.put(FILE, Buffer.from('a file'), 'image/webp')

let sources = 0
/** From an address of its own: how often one address asks is another matter. */
const ask = (by: SignedInPerson, method: string, path: string, sent: Sent = {}) => {
  sources += 1
  const source = `10.0.${sources >> 8}.${sources & 255}`
  const headers = { ...by.headers, ...sent.headers, 'X-Forwarded-For': source }
  return send(server, method, `/api/admin/${path}`, { ...sent, headers })
}

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Array.from({ length: count }, (_, index) => work(index))

/** A record, and a file: what a page needs that anybody opens. */
const cheap = async () => {
  const answers = await Promise.all([
    send(server, 'GET', '/api/public/gpsurgeries/'),
    send(server, 'GET', `/files/${FILE}`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
}

function expectRefused(answers: Answer[], outcome: string) {
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { headers, body } of refused) {
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(body['detail']).toMatch(/Wait a few seconds and try again\.$/)
  }
  expect(new Set(refused.map((answer) => answer.outcome))).toEqual(new Set([outcome]))
}

describe('work of the processor', () => {
  let typeId: number
  beforeAll(async () => {
    typeId = (await addType(db)).id
  })
  const checkPin = (by: SignedInPerson, index: number) =>
    ask(by, 'GET', `validate_clinician_pin_code/?staff_id=${1_000_000 + sources + index}`, {
      headers: { 'Clinician-Pin-Code': '1234' },
    })
  const upload = async (by: SignedInPerson) =>
    await ask(
      by,
      'POST',
      `appointmenttypes/${typeId}/upload_image/`,
      await readBody(formWith(imageBomb(6_400))),
    )

  const floods: [
    string,
    typeof upload | typeof checkPin,
    'failed_attempt' | 'appointment_type',
    number,
  ][] = [
    ['PINs that nobody has', checkPin, 'failed_attempt', 3],
    ['images', upload, 'appointment_type', 2],
  ]

  test.each(some(floods, 1))(
    'many %s at once leave pages as they are, and others their turn',
    async (_, work, _table, most) => {
      const ended: string[] = []
      const noted = async <T>(name: string, answer: Promise<T>) => {
        const value = await answer
        ended.push(name)
        return value
      }
      const flood = times(20, async (index) => {
        const answer = await work(someone, index)
        if (answer.status === 200) ended.push('done')
        return answer
      })
      // The first that is refused shows that the others are at work.
      await Promise.any(
        flood.map(async (one) => {
          if ((await one).status === 200) throw new Error('it was not refused')
        }),
      )
      const [, other] = await Promise.all([
        noted('cheap', cheap()),
        noted('colleague', work(colleague, 100)),
      ])
      const answers = await Promise.all(flood)
      expect(other.status, other.text).toBe(200)
      // One that comes when another has ended has its turn: a slow machine sends them far apart. How
      // many there are at one time, the next test says.
      const done = answers.filter(({ status }) => status === 200).length
      expect(done).toBeGreaterThanOrEqual(most)
      expect(tally(answers)).toEqual({ 200: done, '429 too_many_requests': 20 - done })
      expectRefused(answers, '429 too_many_requests')
      expect(ended.lastIndexOf('done')).toBeGreaterThan(ended.indexOf('cheap'))
    },
  )

  test.each(some(floods, 1))(
    '%s that wait for one thing are no more than may',
    async (_, work, table, most) => {
      let refused: Answer[] = []
      const answers = await db.transaction().execute(async (transaction) => {
        // Who is at work stays at work, until all the others were refused.
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)
        const flood = times(20, async (index) => {
          const answer = await work(someone, index)
          refused = [...refused, answer]
          return answer
        })
        await eventually(() => expect(refused).toHaveLength(20 - most))
        return flood
      })
      expectRefused(refused, '429 too_many_requests')
      expect(tally(await Promise.all(answers))).toEqual({
        200: most,
        '429 too_many_requests': 20 - most,
      })
    },
  )
})

describe('files', () => {
  const path = 'auditevents/export/'
  beforeAll(async () => {
    await sql`insert into audit_event (actor_role, action, subject_type, subject_id, change)
      select 'system', 'record.changed', 'site', number, jsonb_build_object('words', repeat('long ', 2000))
      from generate_series(1, 1200) as number`.execute(db)
  })

  /** The head of a file has come; nothing more of it is taken. */
  const open = (by: SignedInPerson) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(
        `${server.url}/api/admin/${path}`,
        { agent: false, headers: by.headers },
        (answer) => {
          answer.pause()
          answer.on('error', () => undefined)
          resolve(answer)
        },
      )
        .on('error', reject)
        .end()
    })

  test('that nobody takes keep neither others from theirs, nor their places once they are gone', async () => {
    const slow = await Promise.all([open(someone), open(someone)])
    const third = await ask(someone, 'GET', path)
    expect(third.outcome).toBe('429 too_many_requests')
    expectRefused([third], '429 too_many_requests')
    await cheap()
    const whole = await ask(colleague, 'GET', path)
    expect(whole.text.split('\r\n').length).toBeGreaterThan(1_200)
    for (const one of slow) one.destroy()
    await eventually(async () => expect((await ask(someone, 'GET', path)).status).toBe(200))
  })

  test('of which only the head is wanted keep no place', async () => {
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await ask(someone, 'HEAD', path)).status).toBe(200)
    }
    expect((await ask(someone, 'GET', path)).status).toBe(200)
  })
})

describe('work of the database', () => {
  const until = async (isSo: () => boolean) => await eventually(() => expect(isSo()).toBe(true))

  /** While somebody else has locked a table. */
  async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
    return await db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      return await work()
    })
  }
  const competency = { action: 'delete', records: [{ id: 2_000_000_000, version: 1 }] }
  const kinds: [string, string, (by: SignedInPerson) => Promise<Answer>, number][] = [
    ['reports', 'appointment', (by) => ask(by, 'GET', `temporary-reporting/outcomes/?${DAYS}`), 12],
    ['searches', 'duplicate_candidate', (by) => ask(by, 'GET', 'potential-duplicate-users/'), 4],
    ['bulk', 'competency', (by) => ask(by, 'POST', 'competencies/bulk/', { body: competency }), 2],
  ]

  test.each(kinds)(
    '%s of one person that take long leave others their turn, and are refused beyond some',
    async (_, table, work, most) => {
      const answers: Answer[] = []
      const all: Promise<Answer>[] = []
      await whileLocked(table, async () => {
        all.push(
          ...times(most + 3, async () => {
            const answer = await work(someone)
            answers.push(answer)
            return answer
          }),
        )
        await until(() => answers.length === 3)
        expect(tally(answers)).toEqual({ '429 too_many_requests': 3 })
        expectRefused(answers, '429 too_many_requests')
        await cheap()
        all.push(work(colleague))
      })
      const outcomes = tally(await Promise.all(all))
      expect(outcomes).toEqual({ 200: most + 1, '429 too_many_requests': 3 })
    },
  )

  test('of many people fills the process, which says when to try again', async () => {
    const [, table, work] = kinds[2] as (typeof kinds)[number]
    const crowd = await Promise.all(times(5, staff))
    const answers: Answer[] = []
    let all: Promise<unknown>[] = []
    await whileLocked(table, async () => {
      all = [...crowd, ...crowd].map(async (one) => answers.push(await work(one)))
      await until(() => answers.length === 2)
      expect(tally(answers)).toEqual({ '503 busy': 2 })
      expectRefused(answers, '503 busy')
      await cheap()
    })
    await Promise.all(all)
    expect(tally(answers)).toEqual({ 200: 8, '503 busy': 2 })
  })
})

const DAYS = 'from=2027-01-01&to=2027-01-31'
