import { startPrivatePostgres } from '#server/database/private-postgres.ts'

// A Carelane reduced to its database. It tells its parent each thing that happens, and stops when told.
const [dataDir = '', systemDir = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
const tell = (message: Record<string, string>) => process.send?.(message)

try {
  const log = (said: string) => tell({ said })
  const database = await startPrivatePostgres({ dataDir, log, ...(systemDir && { systemDir }) })
  process.on('message', async () => {
    await database.stop()
    process.disconnect()
  })
  tell({ url: database.url, runtimeUrl: database.runtimeUrl })
} catch (error) {
  tell({ refused: String(error) })
  process.disconnect()
}
