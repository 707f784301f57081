import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install } from './install.mjs'
import { onPinnedNode, run, runOnPinnedNode, runScript } from './process.mjs'

// Writes src/server/database/types.ts, docs/schema.sql and docs/what-the-database-decides.md anew: run it
// after changing the schema.
await runScript(async () => {
  if (!onPinnedNode()) {
    await install()
    return runOnPinnedNode(['scripts/database-types.mjs'])
  }
  const { startPrivatePostgres } = await import('../src/server/database/private-postgres.ts')
  const { connect } = await import('../src/server/database/connection.ts')
  const { migrate } = await import('../src/server/database/migrate.ts')
  const { decidesText, schemaText, typesText } = await import('./schema-text.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'carelane-types-'))
  const postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
  try {
    const db = connect(postgres.url, { poolSize: 1, onError: console.error })
    await migrate(db)
    writeFileSync('docs/schema.sql', await schemaText(db))
    writeFileSync('docs/what-the-database-decides.md', await decidesText())
    await db.destroy()
    const types = join(dataDir, 'types.ts')
    const options = ['--url', postgres.url, '--out-file', types]
    const exitCode = await run('node_modules/.bin/kysely-codegen', options)
    if (exitCode === 0) {
      writeFileSync('src/server/database/types.ts', typesText(readFileSync(types, 'utf8')))
    }
    return exitCode
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
