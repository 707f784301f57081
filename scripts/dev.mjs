import { install } from './install.mjs'
import { runOnPinnedNode, runScript } from './process.mjs'

await runScript(async () => {
  await install()
  return runOnPinnedNode(['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)], {
    ASTRO_TELEMETRY_DISABLED: '1',
  })
})
