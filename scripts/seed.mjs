import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'

await runScript(async () => {
  await install()
  return runOnPinnedNode(['src/server/database/seed.ts', ...process.argv.slice(2)])
})
