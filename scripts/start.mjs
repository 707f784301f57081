import { build } from './build.mjs'
import { install } from './install.mjs'
import { runOnPinnedNode, runScript, serverArguments } from './process.mjs'

await runScript(async () => {
  await install()
  await build()
  const { NODE_ENV = 'production' } = process.env
  return runOnPinnedNode([...serverArguments, ...process.argv.slice(2)], { NODE_ENV })
})
