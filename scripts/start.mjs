import { build } from './build.mjs'
import { install } from './install.mjs'
import { onPinnedNode, runOnPinnedNode, runScript } from './process.mjs'

const server = 'src/server/main.ts'

await runScript(async () => {
  const installed = await install()
  await build()
  if (installed || !onPinnedNode()) return runOnPinnedNode([server, ...process.argv.slice(2)])
  return import(`../${server}`).then(() => 0)
})
