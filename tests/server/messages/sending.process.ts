import { connect } from '#server/database/connection.ts'
import { createRequestsUnderWay } from '#server/http/requests-under-way.ts'
import { createLog } from '#server/log/log.ts'
import { createMailTransport } from '#server/messages/mail-transport.ts'
import { sendMessages } from '#server/messages/send-messages.ts'
import { readSettings } from '#server/settings.ts'

// A Carelane reduced to the job that sends messages. It ends when nothing is left.
const [databaseUrl = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
const settings = readSettings(process.env)
const services = {
  db: connect(databaseUrl, { poolSize: 3, onError: () => undefined }),
  settings,
  log: createLog('silent'),
  mail: createMailTransport(settings),
  texts: null,
  requests: createRequestsUnderWay(),
  now: Date.now,
}
while (await sendMessages(services as never, new AbortController().signal)) {}
process.exit()
