import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import { listStatements, runBareLists } from './list-statements.ts'
import {
  atLeast,
  atMost,
  type Finding,
  measureRate,
  percentile,
  rateFor,
  send,
  timed,
} from './measure.ts'
import { superuserHeaders } from './signed-in.ts'

/** Enough for each connection to have its plans. */
const WARM_UP = 80
const ROUND_MS = 300
const WIDTH = 8
const ROUNDS = 3
const TIMED = 20

/** The first page of every list of the administration area; then what is typed into a search. */
const lists: readonly { path: string; search?: string }[] = [
  ...[...adminLists, ...adminResources].map(({ path }) => ({ path })),
  { path: 'auditevents' },
  // As somebody types: many, some, one, nobody.
  ...['a', 'ki', 'kirk', 'kirkb', 'kirkbride haz', 'qx', 'zzzz'].map((search) => ({
    path: 'users',
    search,
  })),
  ...['a', 'kirk', 'kirkbride haz', 'BEN01-00042'].map((search) => ({
    path: 'appointments',
    search,
  })),
]

const formatName = ({ path, search }: (typeof lists)[number]) =>
  search === undefined ? path : `${path}?search=${search}`

/**
 * Lists of the administration area among as much as the database has, each beside a bare Hono handler
 * that runs the same statements, in turns. Only ours checks the request and its caller, and writes the audit trail.
 */
export async function* adminListFindings(
  serverUrl: string,
  databaseUrl: string,
): AsyncGenerator<Finding> {
  const headers = await superuserHeaders(databaseUrl)
  const cookies = headers['Cookie'] ?? ''
  const statements = Object.fromEntries(
    await Promise.all(
      lists.map(async (list, place) => [
        String(place),
        await listStatements(databaseUrl, list.path, { search: list.search, cookies }),
      ]),
    ),
  )
  const bare = await runBareLists(databaseUrl, statements)
  for (const [place, list] of lists.entries()) {
    const query = new URLSearchParams(list.search === undefined ? {} : { search: list.search })
    const ours = () => answered(`${serverUrl}/api/admin/${list.path}/?${query}`, headers)
    const theirs = () => answered(`${bare.url}/list/${place}`)
    yield* await compared(formatName(list), ours, theirs)
  }
}

async function compared(
  name: string,
  ours: () => Promise<void>,
  theirs: () => Promise<void>,
): Promise<Finding[]> {
  // Both compiled and planned before anything counts.
  await measureRate(WARM_UP, WIDTH, ours)
  await measureRate(WARM_UP, WIDTH, theirs)
  let our = 0
  let their = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    our += (await rateFor(ROUND_MS, WIDTH, ours)) / ROUNDS
    their += (await rateFor(ROUND_MS, WIDTH, theirs)) / ROUNDS
  }
  const times: number[] = []
  for (let time = 0; time < TIMED; time += 1) times.push(await timed(ours))
  return [
    atLeast(
      `${name} a second (${Math.round(our)}) beside a bare Hono handler (${Math.round(their)})`,
      our / their,
      0.5,
      '×',
    ),
    atMost('  one at a time: p95', percentile(times, 0.95), 60, 'ms'),
  ]
}

async function answered(url: string, headers: Record<string, string> = {}): Promise<void> {
  const { status, body } = await send(url, { headers })
  if (status !== 200) throw new Error(`${url} answered ${status}: ${body.slice(0, 200)}`)
}
