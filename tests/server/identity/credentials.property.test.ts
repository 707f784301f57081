import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Claims, findOrCreateAccount } from '#server/identity/accounts.ts'
import { isFull } from '../../amount.ts'
import { importFile } from '../admin/import-file.ts'
import {
  addClinician,
  addOpening,
  addPerson,
  addSite,
  addType,
  guestDetails,
} from '../clinic-factory.ts'
import { toMerge } from '../merging/likely-pair.ts'
import { oneRow } from '../rows.ts'
import { type Sent, send } from '../send.ts'
import { addSignedIn, sessionHeaders } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/*
 * Whatever is booked, merged, undone, linked, edited and closed, a credential opens what its holder
 * proved (docs/decisions/0037). The model knows only what was vouched for, and by whom.
 */

const OPEN_DAYS = 60
const DAY_MS = 86_400_000
const SLOT_MS = 15 * 60_000
const server = await runTestServer()
const { db } = server.database
const staff = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })
const [{ site, room }, type, clinician] = [
  await addSite(db),
  await addType(db),
  await addClinician(db),
]
const firstSlot = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS
for (let day = 0; day < OPEN_DAYS; day += 1) {
  const start = firstSlot + day * DAY_MS
  await addOpening(db, { staff: clinician, room, types: [type] }, [start, start + DAY_MS])
}
const place = { typeId: type.id, siteId: site.id }

const request = (method: string, path: string, sent: Sent = {}) =>
  send(server, method, `/api/${path}`, sent)
const asGuest = (token: string) => ({ 'Guest-User-Access-Token': token })

/** Everybody has one name and birth date: an email address alone tells who is linked to whom. */
const ADA = { first_name: 'Ada', last_name: 'Lovell', dob: '1990-02-28' }

type Merged = { id: number; kept: number; merged: number }
type Booked = {
  id: number
  reference: string
  record: number
  isMixed: boolean
  link: string | null
}

/** What everybody holds, and which records staff say are one person. */
class World {
  records: number[] = []
  guests: { record: number; token: string; emails: string[] }[] = []
  accounts: { record: number; headers: Record<string, string> }[] = []
  merges: Merged[] = []
  booked: Booked[] = []

  isMerged(record: number) {
    return this.merges.some(({ kept, merged }) => record === kept || record === merged)
  }

  /** The records of the person, as far as staff say today. */
  clusterOf(record: number): Set<number> {
    const cluster = new Set([record])
    for (let size = 0; size < cluster.size; ) {
      size = cluster.size
      for (const { kept, merged } of this.merges) {
        if (cluster.has(kept) || cluster.has(merged)) cluster.add(kept).add(merged)
      }
    }
    return cluster
  }
}

let unique = 0
const next = () => {
  unique += 1
  return unique
}
const requestedTime = () => ({
  appointment_type_id: place.typeId,
  site_id: place.siteId,
  start: new Date(firstSlot + next() * SLOT_MS).toISOString(),
})
const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length]
const row = (id: number) => oneRow(db, 'person', id)

async function register(world: World) {
  const email = `guest${next()}@example.test`
  const body = { ...guestDetails(), ...ADA, email }
  const answer = await request('POST', 'public/users/', { body })
  const id = Number(answer.body['id'])
  world.records.push(id)
  world.guests.push({
    record: id,
    token: String(answer.body['guest_access_token']),
    emails: [email],
  })
}

async function prepare(world: World) {
  const details = { ...ADA, email: `staff${next()}@example.test`, nhs_number: '9434765919' }
  world.records.push((await addPerson(db, details)).id)
}

async function bookAsGuest(world: World, number: number) {
  const guest = pick(world.guests, number)
  if (!guest) return
  const headers = asGuest(guest.token)
  const answer = await request('POST', 'public/appointments/', { body: requestedTime(), headers })
  if (answer.status !== 201) return expect(answer.outcome).toBe('401 not_signed_in')
  expect(world.isMerged(guest.record)).toBe(false)
  const link = String(answer.body['access_token'])
  const id = Number(answer.body['id'])
  const reference = String(answer.body['reference'])
  world.booked.push({ id, reference, record: guest.record, isMixed: false, link })
}

async function bookAsPatient(world: World, number: number) {
  const account = pick(world.accounts, number)
  if (!account) return
  const { headers } = account
  const answer = await request('POST', 'private/appointments/', { body: requestedTime(), headers })
  if (answer.status === 201) remember(world, answer.body)
}

async function bookForPatient(world: World, number: number) {
  const body = { ...requestedTime(), patient_id: pick(world.records, number) }
  const answer = await request('POST', 'admin/appointments/', { body, headers: staff.headers })
  if (answer.status === 201) remember(world, answer.body)
}

function remember(world: World, body: Record<string, unknown>) {
  const record = Number(body['patient_id'] ?? (body['patient'] as { id: number }).id)
  const [id, reference] = [Number(body['id']), String(body['reference'])]
  world.booked.push({ id, reference, record, isMixed: world.isMerged(record), link: null })
}

/** Somebody who lost the link of an appointment finds it: there is nothing where there was no link. */
async function find(world: World, number: number) {
  const lost = pick(world.booked, number)
  if (!lost) return
  const { last_name, dob } = ADA
  const body = { reference: lost.reference, last_name, dob }
  const answer = await request('POST', 'public/appointments/find/', { body })
  if (answer.status !== 200) return expect(answer.outcome).toBe('404 not_found')
  expect([answer.body['id'], lost.link === null]).toEqual([lost.id, false])
  lost.link = String(answer.body['access_token'])
}

async function merge(world: World, one: number, other: number) {
  const [kept, merged] = [pick(world.records, one), pick(world.records, other)]
  if (!kept || !merged || kept === merged) return
  const rows = [await row(kept), await row(merged)] as const
  const fields = { email: one % 2 ? kept : merged }
  const body = { ...toMerge(...rows), fields, sign_ins_checked: true }
  const { headers } = staff
  const answer = await request('POST', 'admin/potential-duplicate-users/', { body, headers })
  if (answer.status !== 200) return
  const [done] = answer.body['merges'] as { id: number }[]
  world.merges.push({ id: done?.id ?? 0, kept, merged })
}

async function undo(world: World, number: number) {
  const undone = pick(world.merges, number)
  if (!undone) return
  const path = `admin/potential-duplicate-users/${undone.id}/undo/`
  const answer = await request('POST', path, { headers: staff.headers })
  if (answer.status === 200) world.merges = world.merges.filter(({ id }) => id !== undone.id)
}

/** Somebody signs in for the first time, whose provider has verified this address of theirs. */
async function signIn(world: World, number: number) {
  const record = pick(world.records, number)
  if (!record) return
  const { email } = await row(record)
  const claims = Claims.parse({
    sub: `subject ${next()}`,
    email,
    email_verified: true,
    given_name: ADA.first_name,
    family_name: ADA.last_name,
    birthdate: ADA.dob,
  })
  const { accountId, personId } = await db
    .transaction()
    .execute((tx) =>
      findOrCreateAccount(
        tx,
        { source: '', requestId: '' },
        'https://provider.example',
        claims,
        server.services.settings,
      ),
    )
  // Only an address that staff entered leads to a record that was there already.
  if (world.records.includes(personId)) expect(email).toMatch(/^staff/)
  else world.records.push(personId)
  world.accounts.push({ record: personId, headers: await sessionHeaders(server, accountId) })
}

async function edit(world: World, number: number, changes: Record<string, unknown>) {
  const id = pick(world.records, number)
  await request('PATCH', `admin/users/${id}/`, { body: changes, headers: staff.headers })
}

/** Takes a file of people in: one who is on file gets another address, or somebody of one name is added. */
async function importPeople(world: World, number: number) {
  const id = number % 2 ? pick(world.records, number) : undefined
  const email = `staff${next()}@example.test`
  const file = [
    'Number,First name,Last name,Date of birth,Email address',
    `${id ?? ''},${ADA.first_name},${ADA.last_name},28/02/1990,${email}`,
  ].join('\r\n')
  const { headers } = staff
  const { is } = await importFile(server, 'users', file, { headers })
  const beside = { seen: is.seen ?? '', confirmed: '2' }
  await importFile(server, 'users', file, { headers, beside })
  const [added] = await db.selectFrom('person').select('id').where('email', '=', email).execute()
  // One who was merged is not there to be changed.
  if (id === undefined) expect(added, JSON.stringify(is)).toBeDefined()
  if (added && !world.records.includes(added.id)) world.records.push(added.id)
}

async function editAsGuest(world: World, number: number) {
  const guest = pick(world.guests, number)
  if (!guest) return
  const email = `guest${next()}@example.test`
  const headers = asGuest(guest.token)
  const path = `public/users/${guest.record}/`
  const answer = await request('PUT', path, { body: { email }, headers })
  if (answer.status === 200) {
    expect(world.isMerged(guest.record)).toBe(false)
    guest.emails.push(email)
  } else expect(answer.outcome).toBe('401 not_signed_in')
}

const steps = {
  register,
  prepare,
  bookAsGuest,
  bookAsPatient,
  bookForPatient,
  find,
  merge,
  undo,
  signIn,
  importPeople,
  editAsGuest,
  staffEdit: (world: World, number: number) =>
    edit(world, number, { email: `staff${next()}@example.test` }),
  close: (world: World, number: number) => edit(world, number, { is_active: false }),
  open: (world: World, number: number) => edit(world, number, { is_active: true }),
} satisfies Record<string, (world: World, one: number, other: number) => unknown>
type StepName = keyof typeof steps

/** Reads everything with every credential. */
async function look(world: World) {
  for (const { record, token, emails } of world.guests) {
    const answer = await request('GET', 'public/check-guest-user/', { headers: asGuest(token) })
    if (answer.status !== 200) continue
    expect(world.isMerged(record)).toBe(false)
    expect(answer.body['id']).toBe(record)
    const email = String(answer.body['email'])
    expect(emails.includes(email) || email.startsWith('staff')).toBe(true)
    expect(answer.body['nhs_number']).toBe('')
  }
  for (const appointment of world.booked) {
    const isOpenTo = async (audience: string, headers: Record<string, string>) =>
      (await request('GET', `${audience}/appointments/${appointment.id}/`, { headers })).status ===
      200
    for (const { record, token } of world.guests) {
      const isOwn = appointment.record === record && !appointment.isMixed
      const mayOpen = isOwn && !world.isMerged(record)
      if (await isOpenTo('public', asGuest(token))) expect(mayOpen).toBe(true)
    }
    for (const { id, link } of world.booked) {
      if (link === null || !(await isOpenTo('public', asGuest(link)))) continue
      expect(id).toBe(appointment.id)
    }
    for (const { record, headers } of world.accounts) {
      const mayOpen = world.clusterOf(record).has(appointment.record)
      if (await isOpenTo('private', headers)) expect(mayOpen).toBe(true)
    }
  }
}

const weights: Record<StepName, number> = {
  register: 2,
  prepare: 2,
  bookAsGuest: 3,
  bookAsPatient: 2,
  bookForPatient: 2,
  find: 2,
  merge: 5,
  undo: 4,
  signIn: 2,
  importPeople: 1,
  editAsGuest: 1,
  staffEdit: 1,
  close: 1,
  open: 1,
}
const step = fc.oneof(
  ...(Object.keys(weights) as StepName[]).map((name) => ({
    weight: weights[name],
    arbitrary: fc.record({ name: fc.constant(name), one: fc.nat(20), other: fc.nat(20) }),
  })),
)

/** After these somebody may open more, or less, than before. */
const MOVES: ReadonlySet<StepName> = new Set([
  'merge',
  'undo',
  'signIn',
  'importPeople',
  'editAsGuest',
  'staffEdit',
  'close',
  'open',
])

const WALKED = [
  'appointment.booked',
  'appointment.found',
  'appointment.read',
  'person.account_linked',
  'person.merged',
  'person.merge_undone',
  'person.read',
  'person.updated',
]

test('whatever happens to records, every credential opens no more than its holder proved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (wanted) => {
      const world = new World()
      for (const begin of [register, register, prepare]) await begin(world)
      for (const { name, one, other } of wanted) {
        await steps[name](world, one, other)
        if (MOVES.has(name)) await look(world)
      }
      await look(world)
    }),
    { numRuns: isFull ? 90 : 6 },
  )
  // A few walks need not meet every kind of step.
  if (!isFull) return
  const done = await sql<{ action: string; count: number }>`
    select action, count(*) from audit_event group by action`.execute(db)
  const counts = Object.fromEntries(done.rows.map(({ action, count }) => [action, count]))
  // A walk in which nothing happens shows nothing.
  for (const action of WALKED) expect(counts[action] ?? 0, action).toBeGreaterThan(0)
})
