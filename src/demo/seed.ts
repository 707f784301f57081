import { parseArgs } from 'node:util'
import { boot } from '#server/boot.ts'
import { connect } from '#server/database/connection.ts'
import { readSettings } from '#server/settings.ts'
import { StartError } from '#server/start-error.ts'
import { LARGEST_SCALE, seedBenchmarkData } from './data/seed-benchmark-data.ts'
import { demonstration } from './demonstration.ts'

const USAGE = `npm run seed [-- --scale N]

Puts the data of the demonstration into the database that DATABASE_URL names, or into the one that
Carelane brings along, if it is empty.

  --scale N  also adds data for benchmarks: N × 100,000 appointments, N from 1 to ${LARGEST_SCALE}
  --help     shows this`

const print = (message: string) => void process.stdout.write(`${message}\n`)

try {
  const { scale, help } = readOptions(process.argv.slice(2))
  if (help) print(USAGE)
  else await seed(scale)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function seed(scale: number): Promise<void> {
  const settings = readSettings(process.env)
  if (!settings.demo) {
    throw new StartError(
      'Made-up data goes only into a demonstration: unset PUBLIC_URL, or set ALLOW_DEMO_IDENTITY=1.',
    )
  }
  const { services, ownerUrl, stop } = await boot(settings, null, print)
  const onError = (error: Error) => services.log.warn({ err: error }, 'a connection broke')
  // Only the owner of the tables may vacuum them.
  const db = connect(ownerUrl, { poolSize: 2, onError })
  try {
    const isSeeded = await demonstration.seed({ ...services, db })
    print(isSeeded ? 'Put in the data of the demonstration.' : 'The database already has data.')
    if (scale === 0) return
    const when = { timeZone: settings.CLINIC_TIME_ZONE, now: Date.now() }
    const added = await seedBenchmarkData(db, { scale, print, ...when })
    print(added ? 'The data for benchmarks is in.' : 'It already has the data for benchmarks.')
  } finally {
    await db.destroy()
    await stop()
  }
}

/** @throws StartError for an unknown option; scale 0 inserts nothing. */
function readOptions(args: string[]): { scale: number; help: boolean } {
  const { values, tokens } = parseArgs({
    args,
    options: { scale: { type: 'string' }, help: { type: 'boolean' } },
    strict: false,
    tokens: true,
  })
  const stranger = tokens.find(
    (token) => token.kind === 'positional' || (token.kind === 'option' && !isKnown(token.name)),
  )
  if (stranger) {
    throw new StartError(
      `${args[stranger.index]} is no option of seed: there are --scale N and --help.`,
    )
  }
  if (values.scale === undefined) return { scale: 0, help: values.help === true }
  const scale = Number(values.scale)
  if (typeof values.scale !== 'string' || !/^\d+$/.test(values.scale) || !isScale(scale)) {
    throw new StartError(`--scale: expected a whole number from 1 to ${LARGEST_SCALE}.`)
  }
  return { scale, help: values.help === true }
}

function isKnown(option: string): boolean {
  return option === 'scale' || option === 'help'
}

function isScale(scale: number): boolean {
  return scale >= 1 && scale <= LARGEST_SCALE
}
