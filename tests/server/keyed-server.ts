import { addGuest } from './clinic-factory.ts'
import { type Answer, type Sent, send } from './send.ts'
import { runTestServer, type TestServer } from './test-server.ts'

/** Opens what is hidden on the server that `runKeyedServer` starts. */
export const KEY = 'a-key-for-hidden-things'

/** The time that a `visitor` asks for: a Wednesday morning of the week after that server's now. */
export const START = '2027-06-09T09:00:00Z'

/** A server on 1 June 2027 that has a key for hidden things. */
export const runKeyedServer = () =>
  runTestServer({
    environment: { SERVICES_KEY: KEY },
    services: { now: () => Date.parse('2027-06-01T00:00:00Z') },
  })

/** The address of the week in which a type has that time. */
export const week = (slug: string) =>
  `/api/public/weekly-availability/?appointment_type_slug=${slug}&week=${START.slice(0, 10)}`

/** What somebody asks who has the key of hidden things, a wrong one, or none. */
export function visitor(server: TestServer, key: string | null) {
  const ask = (method: string, path: string, sent?: Sent): Promise<Answer> => {
    const keyed = `${path}${path.includes('?') ? '&' : '?'}key=${key}`
    return send(server, method, key === null ? path : keyed, sent)
  }
  const at = (type: { id: number }, site: { id: number }) => ({
    appointment_type_id: type.id,
    start: START,
    site_id: site.id,
  })
  return {
    get: (path: string) => ask('GET', path),
    hold: (type: { id: number }, site: { id: number }) =>
      ask('POST', '/api/public/slot-holds/', { body: at(type, site) }),
    /** As a guest of its own, with what a hold answered if there is one. */
    book: async (type: { id: number }, site: { id: number }, held?: Answer) => {
      const { token } = await addGuest(server.database.db)
      return await ask('POST', '/api/public/appointments/', {
        body: at(type, site),
        headers: {
          'Guest-User-Access-Token': token,
          ...(held?.status === 201 && { 'Slot-Hold-Token': String(held.body['token']) }),
        },
      })
    },
  }
}
