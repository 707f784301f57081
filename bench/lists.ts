import { runBareLists } from './list-statements.ts'
import { atLeast, type Finding, measureRate, send } from './measure.ts'
import type { Statement } from './sent-statements.ts'

const REQUESTS = 2_000
const WIDTH = 16
const ROUNDS = 3
const SURGERIES: Statement = {
  sql: `select gp_surgery.*, (select count(*) from gp_surgery) as total_count
    from gp_surgery order by name, id limit $1 offset $2`,
  parameters: [25, 0],
}

/** A list call beside a bare Hono handler that runs the same statement. */
export async function listFindings(serverUrl: string, databaseUrl: string): Promise<Finding[]> {
  const bare = await runBareLists(databaseUrl, { gpsurgeries: [SURGERIES] })
  const list = () => send(`${serverUrl}/api/public/gpsurgeries/?page_size=25`)
  const bareList = () => send(`${bare.url}/list/gpsurgeries`)
  // Both compiled before anything counts.
  await measureRate(REQUESTS, WIDTH, list)
  await measureRate(REQUESTS, WIDTH, bareList)
  let ours = 0
  let theirs = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    ours += await measureRate(REQUESTS, WIDTH, list)
    theirs += await measureRate(REQUESTS, WIDTH, bareList)
  }
  return [
    atLeast(
      `list calls a second (${Math.round(ours / ROUNDS)}) beside a bare Hono handler (${Math.round(theirs / ROUNDS)})`,
      ours / theirs,
      0.5,
      '×',
    ),
  ]
}
