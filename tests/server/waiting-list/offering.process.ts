import { connect } from '#server/database/connection.ts'
import { offerFreeTimes } from '#server/waiting-list/offer-free-times.ts'
import { testSettings } from '../test-server.ts'

// A Carelane reduced to the job that offers free times. It says when it begins and when nothing is left.
const [databaseUrl = '', now = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
const db = connect(databaseUrl, { poolSize: 1, onError: () => undefined })
const services = {
  db,
  settings: testSettings(),
  now: () => Date.parse(now),
  // People can be told; nothing is sent here.
  mail: {},
  texts: null,
  live: { announce: () => undefined },
}
process.send?.('begins')
while (await offerFreeTimes(services as never)) {}
process.send?.('done')
await db.destroy()
process.disconnect()
