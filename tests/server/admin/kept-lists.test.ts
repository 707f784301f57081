import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { bookOnline, openClinicDay } from '../booking/clinic-day.ts'
import { addRoom, addSite } from '../clinic-factory.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/* Statements of lists are kept (docs/decisions/0034): each answer is still for what was asked, and by whom. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const somebody = (permissions: Permission[], personId?: number) =>
  addSignedIn(server, {
    ...(personId === undefined ? { person: { is_staff: true } } : { personId }),
    permissions,
  })
const ask = (by: SignedInPerson, path: string, query: Record<string, string | number> = {}) =>
  send(
    server,
    'GET',
    `/api/admin/${path}/?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    by,
  )
const idsOf = ({ body }: Answer) => (body['results'] as { id: number }[]).map(({ id }) => id)
const namesOf = ({ body }: Answer) =>
  (body['results'] as { name: string }[]).map(({ name }) => name)

test('whoever asks after somebody else has their own appointments', async () => {
  const day = await openClinicDay(server)
  const second = { availabilityId: day.second.availability.id }
  const theirs = [
    await bookOnline(server, day, '09:00'),
    await bookOnline(server, day, '10:00', second),
  ].map(({ body }) => Number(body['id']))
  const clinicians = await Promise.all(
    [day.first, day.second].map(({ staff }) =>
      somebody(['clinic.view_appointment'], staff.person_id),
    ),
  )
  const reception = await somebody(['clinic.view_appointment', 'clinic.view_other_appointments'])
  const nobody = await somebody(['clinic.view_appointment'])
  for (let time = 0; time < 2; time += 1) {
    expect(idsOf(await ask(reception, 'appointments'))).toEqual(expect.arrayContaining(theirs))
    for (const [place, clinician] of clinicians.entries()) {
      expect(idsOf(await ask(clinician, 'appointments'))).toEqual([theirs[place]])
    }
    expect(idsOf(await ask(nobody, 'appointments'))).toEqual([])
  }
})

test('what is hidden stays so for whoever asks after somebody who sees it', async () => {
  const { site } = await addSite(server.database.db, { hidden: true })
  const insider = await somebody(['clinic.view_site', 'clinic.view_hidden_sites'])
  const outsider = await somebody(['clinic.view_site'])
  for (let time = 0; time < 2; time += 1) {
    expect(idsOf(await ask(insider, 'sites', { page_size: 500 }))).toContain(site.id)
    expect(idsOf(await ask(outsider, 'sites', { page_size: 500 }))).not.toContain(site.id)
  }
})

test('each filter, word, page and order has its own answer, whatever was asked before', async () => {
  const { db } = server.database
  const by = await somebody(['clinic.view_room'])
  const sites = [await addSite(db), await addSite(db)]
  const names: string[][] = []
  for (const { site, room } of sites) {
    const rooms = [room, await addRoom(db, site.id), await addRoom(db, site.id)]
    names.push(rooms.map(({ name }) => name).toSorted())
  }
  for (let time = 0; time < 2; time += 1) {
    for (const [place, { site }] of sites.entries()) {
      const { id, name } = site
      const its = names[place] ?? []
      const here = { site_id: id }
      expect(namesOf(await ask(by, 'rooms', here))).toEqual(its)
      expect(namesOf(await ask(by, 'rooms', { ...here, ordering: '-name' }))).toEqual(
        its.toReversed(),
      )
      for (const page of [1, 2, 3]) {
        const answer = await ask(by, 'rooms', { ...here, page, page_size: 1 })
        expect(namesOf(answer)).toEqual([its[page - 1]])
        expect(answer.body['count']).toBe(3)
      }
      expect(namesOf(await ask(by, 'rooms', { ...here, page_size: 2 }))).toEqual(its.slice(0, 2))
      expect(namesOf(await ask(by, 'rooms', { ...here, search: its[1] ?? '' }))).toEqual([its[1]])
      expect((await ask(by, 'rooms', { ...here, page: 5, page_size: 1 })).body).toMatchObject({
        ...{ count: 3, results: [] },
      })
      expect(namesOf(await ask(by, 'rooms', { ...here, search: `${name} nothing` }))).toEqual([])
    }
  }
})

test('no answer has a line for how many there are, or for what people are searched by', async () => {
  const by = await somebody(['clinic.view_user'])
  const [line] = (await ask(by, 'users')).body['results'] as object[]
  expect(line).toHaveProperty('full_name')
  expect(line).not.toHaveProperty('search_text')
  expect(line).not.toHaveProperty('total_count')
})
