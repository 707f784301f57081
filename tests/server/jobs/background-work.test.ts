import { expect, test } from 'vitest'
import { boot } from '#server/boot.ts'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { runMailbox } from '../messages/mailbox.ts'
import { rowsWhere } from '../rows.ts'
import { runTestServer, testSettings } from '../test-server.ts'

const server = await runTestServer()
const { db, url } = server.database
const { taken, environment } = await runMailbox(server)

const start = (given: Record<string, string>) =>
  boot(testSettings({ DATABASE_URL: url, ...given }), null, () => undefined)

test.runIf(isFull)(
  'a process that only serves leaves messages to the one that has a mail server',
  async () => {
    const serving = await start({ BACKGROUND_WORK: 'off' })
    const patient = await addPerson(db, { email: 'ada@example.test' })
    await addAppointment(db, {
      patient_id: patient.id,
      starts_at: new Date(Date.now() + 86_400_000),
    })
    const working = await start(environment)
    await eventually(() => expect(taken).toHaveLength(1))
    await working.stop()
    await serving.stop()
    expect(await rowsWhere(db, 'message', {})).toMatchObject([{ state: 'sent' }])
  },
)
