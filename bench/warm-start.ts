import { makeDataFolder, removeDataFolder } from './data-folder.ts'
import { atMost, type Finding, timed } from './measure.ts'
import { atPartEnd } from './part-end.ts'
import { type Running, runServer } from './processes.ts'

/** Seconds from `npm start` to the first page, with everything installed, built and seeded. */
export async function warmStartFindings(): Promise<Finding[]> {
  const dataDir = await makeDataFolder()
  atPartEnd(() => removeDataFolder(dataDir))
  const start = () => runServer('npm', ['start'], { DATA_DIR: dataDir }, '/')
  await start().then((running) => running.stop())
  let running: Running | undefined
  const ms = await timed(async () => {
    running = await start()
  })
  await running?.stop()
  return [atMost('npm start, warm, to the first page', ms / 1000, 5, 's')]
}
