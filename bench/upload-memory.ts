import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Database } from '#server/database/connection.ts'
import { atMost, type Finding } from './measure.ts'

const FILE_BYTES = 20 * 1024 * 1024
const WARM_UP = 2
const ROUNDS = 3
/** At once: what one leaves behind until it is collected says little. */
const UPLOADS = 8
const LOOK_EVERY_MS = 10

const run = promisify(execFile)

/** In bytes. */
const measureMemory = async (pid: number) =>
  Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024

/** How much more memory the server has at most while it takes files of 20 MB, for each of them. */
export async function* uploadFindings(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  { db, savedId }: { db: Database; savedId: number },
): AsyncGenerator<Finding> {
  const upload = async () => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(FILE_BYTES).fill(97)], 'long.txt'))
    const answer = await fetch(`${url}/api/private/savedforms/${savedId}/upload_file/?item=file`, {
      method: 'PUT',
      body: form,
      headers: { ...headers, Origin: url },
    })
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  }
  const uploads = async () => {
    await Promise.all(Array.from({ length: UPLOADS }, upload))
    // A form takes so many and no more.
    await db.deleteFrom('form_file').where('saved_form_id', '=', savedId).execute()
  }
  for (let round = 0; round < WARM_UP; round += 1) await uploads()
  let mostGrowth = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await measureMemory(pid)
    let isOver = false
    const ended = uploads().finally(() => {
      isOver = true
    })
    while (!isOver) {
      mostGrowth = Math.max(mostGrowth, (await measureMemory(pid)) - before)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    await ended
  }
  yield atMost(
    `memory that each of ${UPLOADS} files of 20 MB adds to the server`,
    mostGrowth / UPLOADS / 1e6,
    20,
    'MB',
  )
}
