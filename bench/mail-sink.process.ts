import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'

/** Takes all mail and keeps none: what a mail server costs must not count. */
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    stream.on('end', () => done())
    stream.resume()
  },
})
await new Promise<void>((resolve) => {
  smtp.listen(Number(process.env['SMTP_PORT']), '127.0.0.1', resolve)
})
createServer((_request, response) => response.end('ready')).listen(Number(process.env['PORT']))
