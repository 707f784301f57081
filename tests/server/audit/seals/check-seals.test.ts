import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSeals, hashRange, sealTrail } from '#server/audit/seals/seal-trail.ts'
import type { Executor } from '#server/database/connection.ts'
import { createLog } from '#server/log/log.ts'
import { oneRow, updateRows } from '../../rows.ts'
import { createTestDatabase, type TestDatabase } from '../../test-database.ts'
import { addLines } from './audit-lines.ts'

let database: TestDatabase
/** The newest hash, kept outside of the database. */
let kept: string
beforeAll(async () => {
  database = await createTestDatabase(3)
  const { db } = database
  // Lines 1 to 4, a gap, 7 to 10, 11 to 14.
  await addLines(db, 4)
  await seal(db)
  const undone = await db.startTransaction().execute()
  await addLines(undone, 2)
  await undone.rollback().execute()
  await addLines(db, 4)
  await seal(db)
  await addLines(db, 4)
  await seal(db)
  kept = (await checkSeals(db, null)).head?.hash ?? ''
})
afterAll(() => database.drop())

const seal = (db: TestDatabase['db']) =>
  sealTrail({ db, log: createLog('silent') }, new AbortController().signal, 0)

/** Looks at the trail after what the owner of the tables did to it, which is then taken back. */
async function afterwards<T>(
  actions: RawBuilder<unknown>[],
  look: (tx: Executor) => Promise<T>,
): Promise<T> {
  const tx = await database.db.startTransaction().execute()
  try {
    await sql`alter table audit_event disable trigger user`.execute(tx)
    await sql`alter table audit_seal disable trigger user`.execute(tx)
    for (const action of actions) await action.execute(tx)
    return await look(tx)
  } finally {
    await tx.rollback().execute()
  }
}

const faultAfter = (...actions: RawBuilder<unknown>[]) =>
  afterwards(actions, async (tx) => (await checkSeals(tx, null)).fault)

const CHANGED = sql`update audit_event set actor_id = 99 where sequence = 8`

/** Makes seals fit the lines and the seals before them, as a skilled forger would. */
async function forgeSeals(tx: Executor, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    const seal = await oneRow(tx, 'audit_seal', { number })
    const previous = await tx
      .selectFrom('audit_seal')
      .select('hash')
      .where('number', '=', number - 1)
      .executeTakeFirst()
    const previous_hash = previous?.hash ?? ''
    const { hash, line_count } = await hashRange(tx, {
      ...seal,
      previous_hash,
      sealed_at: `${seal.sealed_at.getTime()}000`,
    })
    await updateRows(tx, 'audit_seal', { number }, { hash, line_count, previous_hash })
  }
}

/** What a line in the place of another looks like. */
const insertLine = (sequence: number) => sql`
  insert into audit_event (sequence, actor_role, action, subject_type, subject_id)
  overriding system value values (${sequence}, 'staff', 'person.updated', 'person', 1)`

describe('what was done to sealed lines is found:', () => {
  test.each([
    ['a field is changed', CHANGED],
    [
      'a value within the change is changed',
      sql`update audit_event set change = jsonb_set(change, '{version}', '"9"') where sequence = 8`,
    ],
    ['an empty field is filled', sql`update audit_event set patient_ids = '{}' where sequence = 8`],
    [
      'a time is changed by a microsecond',
      sql`update audit_event set at = at + interval '1 microsecond' where sequence = 8`,
    ],
    ['a time is made endless', sql`update audit_event set at = 'infinity' where sequence = 8`],
  ])('%s', async (_, action) => {
    expect(await faultAfter(action)).toBe(
      'Lines 5 to 10 are not as seal 2 has them: a line or the seal was changed.',
    )
  })

  test('two lines change places', async () => {
    expect(
      await faultAfter(
        sql`alter table audit_event alter column sequence drop identity`,
        sql`update audit_event set sequence = -1 where sequence = 8`,
        sql`update audit_event set sequence = 8 where sequence = 9`,
        sql`update audit_event set sequence = 9 where sequence = -1`,
      ),
    ).toBe('Lines 5 to 10 are not as seal 2 has them: a line or the seal was changed.')
  })

  test('a line is removed, in the middle or at the end of its range', async () => {
    for (const sequence of [8, 10]) {
      expect(await faultAfter(sql`delete from audit_event where sequence = ${sequence}`)).toBe(
        'Lines 5 to 10 are not as seal 2 has them: 4 were sealed, and there are 3.',
      )
    }
  })

  test('a line is put into a gap, or before all others', async () => {
    expect(await faultAfter(insertLine(6))).toBe(
      'Lines 5 to 10 are not as seal 2 has them: 4 were sealed, and there are 5.',
    )
    expect(await faultAfter(insertLine(0))).toBe(
      'Lines 1 to 4 are not as seal 1 has them: 4 were sealed, and there are 5.',
    )
  })
})

describe('what was done to seals is found:', () => {
  test('one is removed, at the beginning or in the middle', async () => {
    expect(await faultAfter(sql`delete from audit_seal where number = 1`)).toBe(
      'Seal 1 is missing: lines from 1 on cannot be checked.',
    )
    expect(await faultAfter(sql`delete from audit_seal where number = 2`)).toBe(
      'Seal 2 is missing: lines from 5 on cannot be checked.',
    )
  })

  test('a range and its seal are removed, and the rest moved up', async () => {
    expect(
      await faultAfter(
        sql`delete from audit_seal where number = 2`,
        sql`delete from audit_event where sequence between 5 and 10`,
        sql`update audit_seal set number = 2 where number = 3`,
      ),
    ).toBe('Seal 2 does not continue the one before it: lines before 5 or their seal were changed.')
  })

  test('one is made anew over changed lines', async () => {
    const fault = await afterwards([CHANGED], async (tx) => {
      await forgeSeals(tx, [2])
      return (await checkSeals(tx, null)).fault
    })
    expect(fault).toBe(
      'Seal 3 does not continue the one before it: lines before 11 or their seal were changed.',
    )
  })

  test('its time, its count or its hash is changed', async () => {
    for (const action of [
      sql`update audit_seal set sealed_at = sealed_at - interval '1 day' where number = 2`,
      sql`update audit_seal set line_count = 3 where number = 2`,
      sql`update audit_seal set hash = repeat('0', 64) where number = 2`,
    ]) {
      expect(await faultAfter(action)).toMatch(/^Lines 5 to 10 are not as seal 2 has them/)
    }
  })
})

describe('a hash that was kept elsewhere', () => {
  const checkKept = (tx: Executor) => checkSeals(tx, kept)
  const cut = [
    sql`delete from audit_event where sequence > 10`,
    sql`delete from audit_seal where number > 2`,
  ]
  const missing = () => `No seal has the hash ${kept}: seals were removed, or made anew.`

  test('is found again when others have followed', async () => {
    const checked = await afterwards([], async (tx) => {
      await addLines(tx, 1)
      return await checkKept(tx)
    })
    expect(checked).toMatchObject({ seals: 3, lines: 12, unsealed: 1, fault: null })
  })

  test('shows what nothing else shows: the end of the trail is cut off', async () => {
    expect(await faultAfter(...cut)).toBe(null)
    const checked = await afterwards(cut, checkKept)
    expect(checked).toMatchObject({ seals: 2, fault: missing() })
  })

  test('shows what nothing else shows: everything is sealed anew', async () => {
    const [alone, compared] = await afterwards([CHANGED], async (tx) => {
      await forgeSeals(tx, [1, 2, 3])
      return [await checkSeals(tx, null), await checkKept(tx)]
    })
    expect(alone?.fault).toBe(null)
    expect(compared?.fault).toBe(missing())
  })
})

test('what a session makes of dates and numbers changes nothing', async () => {
  await database.db.connection().execute(async (session) => {
    for (const setting of [
      `datestyle = 'SQL, DMY'`,
      `timezone = 'Asia/Kolkata'`,
      `intervalstyle = 'sql_standard'`,
      `extra_float_digits = -15`,
      `bytea_output = 'escape'`,
    ]) {
      await sql`set ${sql.raw(setting)}`.execute(session)
    }
    expect(await checkSeals(session, kept)).toMatchObject({ seals: 3, fault: null })
    await sql`reset all`.execute(session)
  })
})

test('the form in which a line is sealed stays as it is', async () => {
  const line = [
    ['sequence', '1'],
    ['at', '1767323045678901'],
    ['actor_role', 'staff'],
    ['action', 'person.updated'],
    ['subject_type', 'person'],
    ['subject_id', '4'],
    ['patient_id', '5'],
    ['change', '{"text": "é \\"x\\"", "fields": ["city"], "version": 2}'],
    ['source', '192.0.2.1'],
    ['request_id', ''],
    ['patient_ids', '{5,6}'],
  ]
  const seal = [1, 1, 1, 1, '1767323100000000', '']
  const hash = createHash('sha256')
    .update(`${JSON.stringify(line)}\n${JSON.stringify(seal)}`)
    .digest('hex')
  const checked = await afterwards(
    [
      sql`delete from audit_seal`,
      sql`delete from audit_event`,
      sql`insert into audit_event (sequence, at, actor_role, action, subject_type, subject_id,
          patient_id, patient_ids, change, source) overriding system value
        values (1, '2026-01-02 03:04:05.678901Z', 'staff', 'person.updated', 'person', 4,
          5, '{5,6}', '{"version":2,"fields":["city"],"text":"é \\"x\\""}', '192.0.2.1')`,
      sql`insert into audit_seal values (1, 1, 1, 1, '', ${hash}, '2026-01-02T03:05:00Z')`,
    ],
    (tx) => checkSeals(tx, hash),
  )
  expect(checked).toMatchObject({ seals: 1, fault: null })
})

test('every column of a line is sealed', async () => {
  const others: Record<string, string> = {
    sequence: '8 + 100',
    at: 'now()',
    actor_role: `'patient'`,
    change: `'{}'`,
    patient_ids: `'{1}'`,
  }
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'audit_event'`.execute(database.db)
  expect(rows.length).toBeGreaterThanOrEqual(12)
  for (const { name, type } of rows) {
    const other = others[name] ?? (type === 'text' ? `'another'` : '99')
    const fault = await faultAfter(
      sql`alter table audit_event alter column sequence drop identity`,
      sql`update audit_event set ${sql.id(name)} = ${sql.raw(other)} where sequence = 8`,
    )
    expect(fault, name).toMatch(/^Lines 5 to 10 are not as seal 2 has them/)
  }
})
