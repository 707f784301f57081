import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type Finding, timed } from './measure.ts'
import { type Running, runServer } from './processes.ts'

/** Seconds from `npm start` to the first page, with everything installed, built and seeded. */
export async function warmStartFinding(): Promise<Finding> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
  const start = () => runServer('npm', ['start'], { DATA_DIR: dataDir }, '/')
  try {
    await start().then((running) => running.stop())
    let running: Running | undefined
    const ms = await timed(async () => {
      running = await start()
    })
    await running?.stop()
    return atMost('npm start, warm, to the first page', ms / 1000, 5, 's')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
