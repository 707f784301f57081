import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { phoneNumbers } from '../../lib/contract/tidy-samples.ts'
import { addPerson } from '../clinic-factory.ts'
import { startTestServer } from '../test-server.ts'

const migration = '../../../src/server/database/migrations/from-0.4.0/0170-numbers-without-zero.sql'

test('phone numbers of version 0.4.0 without their first zero are completed by the same rules', async () => {
  const server = await startTestServer()
  const { db } = server.database
  try {
    // Version 0.4.0 kept every other one as it is kept now.
    const samples = phoneNumbers.map(([written, kept]) => ({
      phone: /^[17]\d{9}$/.test(written) ? written : kept,
      kept,
    }))
    expect(samples.filter(({ phone, kept }) => phone !== kept).length).toBeGreaterThan(1)
    const given = await Promise.all(
      samples.map(async ({ phone, kept }) => {
        const { id } = await addPerson(db, { mobile: phone, landline: phone })
        return { id, mobile: kept, landline: kept }
      }),
    )
    await sql.raw(await readFile(new URL(migration, import.meta.url), 'utf8')).execute(db)
    const kept = await db
      .selectFrom('person')
      .select(['id', 'mobile', 'landline'])
      .where(
        'id',
        'in',
        given.map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
    expect(kept).toEqual(given.toSorted((a, b) => a.id - b.id))
  } finally {
    await server.stop()
  }
})
