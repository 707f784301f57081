import { parseArgs } from 'node:util'
import pg from 'pg'
import { connect } from '../../database/connection.ts'
import { startPrivatePostgres } from '../../database/private-postgres.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { StartError } from '../../start-error.ts'
import { type CheckedTrail, checkSeals } from './seal-trail.ts'

const USAGE = `npm run audit-check [-- --expect HASH]

Compares every sealed line of the audit trail with its seal, in the database that DATABASE_URL names
or in the one that Carelane brings along, which must not be running then.

  --expect HASH  also asks for a seal with this hash: the head of an earlier check, kept elsewhere
  --help         shows this`

const UNDEFINED_TABLE = '42P01'

const print = (message: string) => void process.stdout.write(`${message}\n`)

try {
  const { expect, help } = readOptions(process.argv.slice(2))
  if (help) print(USAGE)
  else {
    const checked = await check(readSettings(process.env), expect)
    report(checked)
    if (checked.fault) throw new StartError(checked.fault)
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function check(settings: Settings, expected: string | null): Promise<CheckedTrail> {
  const own = settings.DATABASE_URL
    ? null
    : await startPrivatePostgres({ dataDir: settings.DATA_DIR, log: print })
  const db = connect(settings.DATABASE_URL ?? own?.runtimeUrl ?? '', {
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    return await checkSeals(db, expected)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TABLE) throw error
    throw new StartError('This database has no seals yet: start Carelane on it first.')
  } finally {
    await db.destroy()
    await own?.stop()
  }
}

function report({ seals, lines, head, unsealed, fault }: CheckedTrail): void {
  print(`Seals verified: ${seals}`)
  print(`Lines verified: ${lines}`)
  if (head) {
    print(
      `Newest seal: number ${head.number}, of ${new Date(Number(head.sealed_at) / 1000).toISOString()}`,
    )
    print(`Its hash, to keep elsewhere: ${head.hash}`)
  }
  if (!fault) print(`Lines after it, not sealed yet: ${unsealed}`)
}

function readOptions(args: string[]): { expect: string | null; help: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: { expect: { type: 'string' }, help: { type: 'boolean' } },
    })
    return { expect: values.expect?.toLowerCase() ?? null, help: values.help === true }
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}
