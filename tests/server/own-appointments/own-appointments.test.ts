import { expect, test } from 'vitest'
import { addOpening, addSite, addType } from '../clinic-factory.ts'
import { updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

const server = await runTestServer()

async function list(person: SignedInPerson, query: string) {
  const { body } = await send(server, 'GET', `/api/private/appointments/?${query}`, person)
  const { count, results } = body as { count: number; results: { start: string }[] }
  expect(count).toBe(results.length)
  return results.map(({ start }) => start.slice(0, 16))
}

test('a patient finds what is to come apart from what is over or cancelled', async () => {
  const { db } = server.database
  setNow(server, '2027-06-01T08:00:00Z')
  const { site, room } = await addSite(db)
  const type = await addType(db, { duration: 30 })
  await addOpening(db, { room, types: [type] }, ['2027-06-02T09:00Z', '2027-06-02T12:00Z'])
  const person = await addSignedIn(server)
  const ids = new Map<string, unknown>()
  for (const time of ['09:00', '09:30', '10:30', '11:00']) {
    const { body, status } = await person.ask('POST', '/api/private/appointments/', {
      appointment_type_id: type.id,
      start: `2027-06-02T${time}:00Z`,
      site_id: site.id,
    })
    expect(status).toBe(201)
    ids.set(time, body['id'])
  }
  await person.ask('DELETE', `/api/private/appointments/${ids.get('11:00')}/`, {})
  // The second has begun, and is not over.
  setNow(server, '2027-06-02T09:45:00Z')
  expect(await list(person, 'when=upcoming')).toEqual(['2027-06-02T09:30', '2027-06-02T10:30'])
  expect(await list(person, 'when=past&ordering=-start')).toEqual([
    '2027-06-02T11:00',
    '2027-06-02T09:00',
  ])
  expect(await list(person, '')).toHaveLength(4)
  // What did not take place is not to come, whatever its time.
  await updateRows(db, 'appointment', Number(ids.get('09:30')), {
    status: 'completed',
    completed_on: new Date('2027-06-02T09:44:00Z'),
  })
  expect(await list(person, 'when=upcoming')).toEqual(['2027-06-02T10:30'])
})
