import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailAddresses, phoneNumbers, postcodes } from '../../lib/contract/tidy-samples.ts'
import { addPerson } from '../clinic-factory.ts'
import { startTestServer } from '../test-server.ts'

test('what was kept before is tidied by the same rules', async () => {
  const server = await startTestServer()
  const { db } = server.database
  try {
    const given = await Promise.all(
      phoneNumbers.map(async ([phone, keptPhone], place) => {
        const [postcode, keptPostcode] = postcodes[place % postcodes.length] ?? ['', '']
        const [email, keptEmail] = emailAddresses[place % emailAddresses.length] ?? ['', '']
        const { id } = await addPerson(db, { mobile: phone, landline: phone, postcode, email })
        return {
          id,
          mobile: keptPhone,
          landline: keptPhone,
          postcode: keptPostcode,
          email: keptEmail,
        }
      }),
    )
    for (const migration of ['0018-tidy-details', '0170-numbers-without-zero']) {
      const path = `../../../src/server/database/migrations/${migration}.sql`
      await sql.raw(await readFile(new URL(path, import.meta.url), 'utf8')).execute(db)
    }
    const kept = await db
      .selectFrom('person')
      .select(['id', 'mobile', 'landline', 'postcode', 'email'])
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
