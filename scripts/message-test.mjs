import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'

await runScript(async () => {
  await install()
  return runOnPinnedNode(['src/server/messages/message-test-command.ts', ...process.argv.slice(2)])
})
