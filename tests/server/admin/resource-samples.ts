import type { RecordUse } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { Contract } from '#lib/contract/contract.ts'
import type { Database } from '#server/database/connection.ts'
import { addClinician, addType } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

type Path = (typeof adminResources)[number]['path']
type Body = Record<string, unknown>

/** What a resource's tests need to know beyond its definition. */
type ResourceSample = {
  /** What has to be sent to make one, no more; another one each time. */
  required: (db: Database) => Promise<Body>
  /** Another value for every field that is written. */
  changed: (db: Database) => Promise<Body>
  /** A value that each field refuses, beyond what no field of its kind takes. */
  wrong: Body
  /** The fields whose value nobody else may have. */
  unique: readonly string[]
  /** Lets something need a record, and says what is told of it; null where nothing ever does. */
  use: ((db: Database, id: number) => Promise<RecordUse>) | null
}

let sequence = 0
const another = (what: string) => {
  sequence += 1
  return `${what} ${sequence}`
}

const competencyId = async (db: Database) =>
  (
    await db
      .insertInto('competency')
      .values({ name: another('Competency') })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const resourceSamples: Record<Path, ResourceSample> = {
  competencies: {
    required: async () => ({ name: another('Phlebotomy') }),
    changed: async () => ({ name: another('Ear care') }),
    wrong: { name: '   ' },
    unique: ['name'],
    use: async (db, id) => {
      const type = await addType(db, { name: 'Blood test' })
      await db
        .insertInto('appointment_type_competency')
        .values({ appointment_type_id: type.id, competency_id: id })
        .execute()
      return { what: 'appointment type', count: 1, names: ['Blood test'] }
    },
  },
  staffcompetencies: {
    required: async (db) => ({
      staff_id: (await addClinician(db)).id,
      competency_id: await competencyId(db),
      issued_at: '2026-01-31',
    }),
    changed: async (db) => ({
      staff_id: (await addClinician(db)).id,
      competency_id: await competencyId(db),
      issued_at: '2026-02-28',
      expires_at: '2030-01-01',
    }),
    wrong: {
      staff_id: 2_147_483_647,
      competency_id: 2_147_483_647,
      issued_at: '31/01/2026',
      expires_at: '2025-12-31',
    },
    unique: [],
    use: null,
  },
}

/** Somebody who may do everything, to prepare a test. */
async function administrator(server: TestServer) {
  return (await addSignedIn(server, { person: { is_superuser: true } })).headers
}

/** Makes one through the API. @returns it as it is answered. */
export async function makeRecord(
  server: TestServer,
  path: Path,
  given: Body = {},
): Promise<Body & { id: number }> {
  const body = { ...(await resourceSamples[path].required(server.database.db)), ...given }
  const headers = await administrator(server)
  const answer = await send(server, 'POST', `/api/admin/${path}/`, { body, headers })
  if (answer.status !== 201) throw new Error(`No ${path} was made: ${answer.text}`)
  return answer.body as Body & { id: number }
}

type AdminKey = Extract<keyof Contract, `${string} admin/${Path}/${string}`>
type MadeKey = Exclude<AdminKey, 'GET admin/staffcompetencies/expiring/'>
type Sample = {
  params?: { id: number }
  query?: Record<string, string>
  body?: Body
}

/** A request for each call of each resource, that its contract answers as promised. */
export function adminSamples(server: TestServer): Record<MadeKey, () => Promise<Sample>> {
  const { db } = server.database
  const samples = adminResources.flatMap((of) => {
    const { path } = of
    const { required, changed } = resourceSamples[path]
    const made = async () => ({ params: { id: (await makeRecord(server, path)).id } })
    const listed = async () => {
      await made()
      return { query: { search: '1', ordering: `-${of.defaultOrder}` } }
    }
    const sampled: Record<string, () => Promise<Sample>> = {
      [`GET admin/${path}/`]: listed,
      [`GET admin/${path}/export/`]: listed,
      [`POST admin/${path}/`]: async () => ({ body: await required(db) }),
      [`GET admin/${path}/{id}/`]: made,
      [`PUT admin/${path}/{id}/`]: async () => ({
        ...(await made()),
        body: { ...(await required(db)), ...(await changed(db)), version: 1 },
      }),
      [`DELETE admin/${path}/{id}/`]: async () => ({ ...(await made()), body: { version: 1 } }),
      [`GET admin/${path}/{id}/uses/`]: made,
      ...('strands' in of && {
        [`POST admin/${path}/{id}/preview/`]: async () => ({
          ...(await made()),
          body: { version: 1, write: null },
        }),
      }),
    }
    return Object.entries(sampled)
  })
  return Object.fromEntries(samples) as Record<MadeKey, () => Promise<Sample>>
}
