import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'

await runScript(async () => {
  await install()
  return runOnPinnedNode(['src/demo/seed.ts', ...process.argv.slice(2)])
})
