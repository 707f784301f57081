import { atLeast, type Finding, rateOf, send } from './measure.ts'
import { runServer } from './processes.ts'

const REQUESTS = 2_000
const WIDTH = 16
const ROUNDS = 3

/** A list call beside a bare Hono handler that runs the same statement. */
export async function listFinding(serverUrl: string, databaseUrl: string): Promise<Finding> {
  const bare = await runServer(
    process.execPath,
    ['bench/bare-list.process.ts'],
    { DATABASE_URL: databaseUrl },
    '/list',
  )
  const list = () => send(`${serverUrl}/api/public/gpsurgeries/?page_size=25`)
  const bareList = () => send(`${bare.url}/list`)
  // Both compiled before anything counts.
  await rateOf(REQUESTS, WIDTH, list)
  await rateOf(REQUESTS, WIDTH, bareList)
  let ours = 0
  let theirs = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    ours += await rateOf(REQUESTS, WIDTH, list)
    theirs += await rateOf(REQUESTS, WIDTH, bareList)
  }
  await bare.stop()
  return atLeast(
    `list calls a second (${Math.round(ours / ROUNDS)}) beside a bare Hono handler (${Math.round(theirs / ROUNDS)})`,
    ours / theirs,
    0.7,
    '×',
  )
}
