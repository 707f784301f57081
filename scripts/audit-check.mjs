import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'

await runScript(async () => {
  await install()
  return runOnPinnedNode(['src/server/audit/seals/audit-check.ts', ...process.argv.slice(2)])
})
