import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { checkSeals, sealTrail } from '#server/audit/seals/seal-trail.ts'
import { createLog } from '#server/log/log.ts'
import { isFull } from '../../../amount.ts'
import { createEmptyDatabase, createTestDatabase } from '../../test-database.ts'
import { addLines } from './audit-lines.ts'

const program = resolve(import.meta.dirname, '../../../../src/server/audit/seals/audit-check.ts')

const database = await createTestDatabase(2)
const { db } = database
await addLines(db, 5)
await sealTrail({ db, log: createLog('silent') }, new AbortController().signal, 0)
await addLines(db, 2)
const head = (await checkSeals(db, null)).head?.hash ?? ''
afterAll(() => database.drop())

/** What `npm run audit-check` says, and its exit code. */
const auditCheck = (args: string[], url = database.runtimeUrl ?? '') =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url }
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

test.runIf(isFull)('says what it verified, and the hash to keep', async () => {
  const { code, stdout, stderr } = await auditCheck(['--expect', head])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual([
    'Seals verified: 1',
    'Lines verified: 5',
    expect.stringMatching(/^Newest seal: number 1, of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    `Its hash, to keep elsewhere: ${head}`,
    'Lines after it, not sealed yet: 2',
    '',
  ])
})

test.runIf(isFull)(
  'fails for a hash that no seal has, and for an option that it does not know',
  async () => {
    expect(await auditCheck(['--expect', 'abc'])).toMatchObject({
      code: 1,
      stderr: 'No seal has the hash abc: seals were removed, or made anew.\n',
    })
    expect(await auditCheck(['--expects', 'abc'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Unknown option '--expects'/),
    })
  },
)

test('fails where a sealed line was changed, and names the range', async () => {
  await sql`alter table audit_event disable trigger user`.execute(database.db)
  await sql`update audit_event set source = 'elsewhere' where sequence = 2`.execute(database.db)
  expect(await auditCheck([])).toEqual({
    code: 1,
    stdout: 'Seals verified: 0\nLines verified: 0\n',
    stderr: 'Lines 1 to 5 are not as seal 1 has them: a line or the seal was changed.\n',
  })
})

test.runIf(isFull)('says so where there are no seals to check', async () => {
  const empty = await createEmptyDatabase()
  const said = await auditCheck([], empty.url)
  await empty.drop()
  expect(said).toMatchObject({
    code: 1,
    stderr: 'This database has no seals yet: start Carelane on it first.\n',
  })
})
