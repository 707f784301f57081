import { expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { removeUnusedImages } from '#server/files/stored-images.ts'
import { importFile } from '../admin/import-file.ts'
import { fileBody, sampleImage } from '../files/sample-image.ts'
import { send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const permissions: Permission[] = [
  'clinic.view_site',
  'clinic.add_site',
  'clinic.change_site',
  'clinic.view_hidden_sites',
]
const me = await addStaffUser(server, permissions)

const add = (body: object) => me.ask('POST', '/api/admin/sites/', body)
const branches = async () => (await server.api.call('GET public/sites/')).results

const weekdays = (hours: string) => ({
  monday_hours: hours,
  tuesday_hours: hours,
  wednesday_hours: hours,
  thursday_hours: hours,
  friday_hours: hours,
})
const week = {
  ...weekdays('9am to 1pm and 2pm–5.30pm'),
  saturday_hours: '9:00-16:00',
  sunday_hours: 'closed',
  bank_holiday_hours: 'OPEN',
}

test('an installation without sites has no branches', async () => {
  expect(await branches()).toEqual([])
})

test('a site is a branch with what an administrator has entered, in their order', async () => {
  const last = await add({ name: 'A last one', display_order: 2, offers_services: false })
  expect(last.status, last.text).toBe(201)
  const first = await add({
    name: 'Quay Road',
    display_order: 1,
    ...week,
    bank_holidays_hint: 'Call first.',
    latitude: 54.4858,
    longitude: -0.6135,
  })
  expect(first.body).toMatchObject({
    ...weekdays('09:00-13:00, 14:00-17:30'),
    saturday_hours: '09:00-16:00',
    sunday_hours: 'Closed',
    bank_holiday_hours: 'Open',
  })
  await add({ name: 'Hidden', hidden: true })
  const { raw, headers } = await fileBody(await sampleImage())
  const image = await send(server, 'POST', `/api/admin/sites/${first.body['id']}/upload_image/`, {
    raw,
    headers: { ...me.headers, ...headers },
  })
  expect(image.status, image.text).toBe(200)
  const day = [
    { opens: '09:00', closes: '13:00' },
    { opens: '14:00', closes: '17:30' },
  ]
  expect(await branches()).toMatchObject([
    {
      name: 'Quay Road',
      hours: {
        monday: day,
        tuesday: day,
        wednesday: day,
        thursday: day,
        friday: day,
        saturday: [{ opens: '09:00', closes: '16:00' }],
        sunday: 'CLOSED',
        bank_holiday: 'OPEN',
      },
      bank_holidays_hint: 'Call first.',
      location: { lat: 54.4858, lng: -0.6135 },
      offers_services: true,
      image: image.body['image'],
    },
    { name: 'A last one', hours: null, location: null, image: null, offers_services: false },
  ])
})

test.each([
  [
    { monday_hours: 'often' },
    { monday_hours: ['Enter times such as 9am to 5:30pm, or Closed, or Open'] },
  ],
  [{ latitude: 54 }, { latitude: ['Enter the longitude, too'] }],
  [{ latitude: 91, longitude: 0 }, { latitude: ['Enter degrees from -90 to 90'] }],
  [
    { ...week, sunday_hours: '' },
    { sunday_hours: ['Enter times, Closed or Open, or leave every day empty'] },
  ],
  [{ display_order: -1 }, { display_order: ['Enter 0 or more'] }],
])('%o is not a branch', async (wrong, problems) => {
  const answer = await add({ name: 'Wrong', ...wrong })
  expect([answer.status, answer.body]).toEqual([400, problems])
})

test('the image of a site stays with it, is no other version of it, and of a hidden site is seen by few', async () => {
  const { body: site } = await add({ name: 'Pictured', hidden: true })
  const path = `/api/admin/sites/${site['id']}/upload_image/`
  const { raw, headers } = await fileBody(await sampleImage())
  await send(server, 'POST', path, { raw, headers: { ...me.headers, ...headers } })
  await server.database.db
    .updateTable('stored_image')
    .set({ created: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  await removeUnusedImages(server.services)
  const shown = await me.ask('GET', path)
  const file = await fetch(`${server.url}${new URL(String(shown.body['image'])).pathname}`)
  expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true])
  const kept = { ...site, url: undefined, id: undefined, name: 'Pictured anew' }
  const saved = await me.ask('PUT', `/api/admin/sites/${site['id']}/`, kept)
  expect(saved.status, saved.text).toBe(200)
  const other = await addStaffUser(server, ['clinic.view_site', 'clinic.change_site'])
  expect((await other.ask('GET', path)).outcome).toBe('404 not_found')
  expect((await me.ask('DELETE', path)).status).toBe(204)
  expect((await me.ask('GET', path)).body['image']).toBeNull()
})

test('what is taken away as a file can be taken in again, hours and all', async () => {
  const { text } = await me.ask('GET', '/api/admin/sites/export/')
  expect(text).toContain('"09:00-13:00, 14:00-17:30"')
  const changed = text.replace('Call first.', 'Write first.').replaceAll('Closed', 'closed')
  const { is } = await importFile(server, 'sites', changed, { headers: me.headers })
  expect(is.count).toMatchObject({ created: 0, changed: 1, wrong: 0, similar: 0 })
  expect(is.rows.flatMap(({ changes }) => changes)).toMatchObject([
    { label: 'Note on bank holidays', to: 'Write first.' },
  ])
})
