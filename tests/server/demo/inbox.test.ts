import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInbox, inboxTextTransport, inboxTransport } from '#demo/inbox/inbox-pages.ts'
import type { Mail } from '#server/messages/mail-transport.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { services } = server
const site = createServer(createInbox(services))
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/demo/messages`
})
afterAll(() => site.close())

const mail: Mail = {
  id: 'one@example.test',
  to: { name: '<Ada>', address: 'ada@example.test' },
  subject: 'Your appointment',
  text: 'As text',
  html: '<p>As HTML</p>',
  unsubscribe: null,
  calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR' },
}

test('says that nothing has arrived, then shows each message once as it would arrive', async () => {
  expect(await (await fetch(url)).text()).toContain('There are no messages yet.')
  const transport = inboxTransport(services.db)
  await transport.send(mail)
  await transport.send(mail)
  const list = await (await fetch(url)).text()
  expect(list.match(/Your appointment/g)).toHaveLength(1)
  expect(list).toContain('&lt;Ada&gt;')
  const [, path = ''] = /href="\/demo\/messages(\/\d+)"/.exec(list) ?? []
  expect(await (await fetch(url + path)).text()).toContain('As text')
  const framed = await fetch(`${url}${path}/html`)
  expect(await framed.text()).toBe(mail.html)
  expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  const calendar = await fetch(`${url}${path}/calendar`)
  expect(calendar.headers.get('content-type')).toContain('method=REQUEST')
  expect(await calendar.text()).toBe('BEGIN:VCALENDAR')
})

test('where others reach it, it is for staff', async () => {
  services.settings.ALLOW_DEMO_IDENTITY = true
  const patient = await addSignedIn(server)
  const staff = await addStaffUser(server)
  const statusFor = async (headers: Record<string, string>) =>
    (await fetch(url, { headers })).status
  expect([
    await statusFor({}),
    await statusFor(patient.headers),
    await statusFor(staff.headers),
  ]).toEqual([403, 403, 200])
  services.settings.ALLOW_DEMO_IDENTITY = false
})

test('a text message is shown as a telephone shows it, with a link that opens', async () => {
  await inboxTextTransport(services.db).send({
    id: 'two',
    to: '+447700900123',
    text: 'Carelane: <see> http://localhost:4321/appointments/1#access=abc',
  })
  const list = await (await fetch(url)).text()
  expect(list).toContain('>Text message: Carelane: &lt;see&gt;</a>')
  const [, path = ''] = /href="\/demo\/messages(\/\d+)">Text message/.exec(list) ?? []
  const page = await (await fetch(url + path)).text()
  expect(page).toContain('<a href="http://localhost:4321/appointments/1#access=abc">')
  expect(page).toContain('To +447700900123.')
  expect(page).not.toContain('iframe')
})

test.each(['/999', '/999/html', '/999/calendar', '/x', '/1/attachments'])(
  '%s is not found',
  async (path) => {
    const answer = await fetch(url + path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Message not found')
  },
)
