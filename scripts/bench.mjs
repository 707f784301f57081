import { build } from './build.mjs'
import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'

await runScript(async () => {
  await install()
  await build()
  return runOnPinnedNode(['bench/main.ts', ...process.argv.slice(2)])
})
