import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atPartEnd } from './part-end.ts'
import { type Running, runServer } from './processes.ts'
import { type Statement, sentStatements } from './sent-statements.ts'

/**
 * The statements that the API reads the first page of a list with: the session, the count, and last
 * the page itself. Those of the audit trail are left out.
 * @param path such as `users`, and what is searched for.
 */
export async function listStatements(
  databaseUrl: string,
  path: string,
  { search, cookies }: { search?: string | undefined; cookies: string },
): Promise<Statement[]> {
  const query = { page: 1, page_size: 50, search }
  const sent = await sentStatements(databaseUrl, `GET admin/${path}/`, { query, cookies })
  return sent.filter(({ sql }) => /^\s*(select|with)\b/.test(sql) && !/^\s*select exists/.test(sql))
}

/**
 * The bare handlers of lists, by name, until the part ends: each sends its statements and answers with
 * the last one's rows.
 */
export async function runBareLists(
  databaseUrl: string,
  lists: Readonly<Record<string, readonly Statement[]>>,
): Promise<Pick<Running, 'url'>> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-bench-lists-'))
  const file = join(folder, 'lists.json')
  await writeFile(file, JSON.stringify(lists))
  const environment = { DATABASE_URL: databaseUrl, LISTS_FILE: file }
  const running = await runServer(
    process.execPath,
    ['bench/bare-list.process.ts'],
    environment,
    '/',
  )
  atPartEnd(running.stop)
  await rm(folder, { recursive: true })
  return running
}
