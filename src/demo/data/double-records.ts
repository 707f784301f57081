import type { Executor } from '#server/database/connection.ts'
import { compareNoted } from '#server/merging/search.ts'
import { demoMobile, demoNhsNumber, FEMALE, MALE } from './patients.ts'

const DAY = 86_400_000
const DAYS_ON_FILE = 95

const OLD_HOME = { address1: '14 Weir Lane', city: 'Little Aldern', postcode: 'ZZ4 8WL' }
const NEW_HOME = { address1: '3 Sailmakers Court', city: 'Saltmere', postcode: 'ZZ1 5SC' }

type Name = [first: string, last: string, gender: number, dob: string]

const person = ([first_name, last_name, gender, dob]: Name, number: number) => ({
  first_name,
  last_name,
  gender,
  dob,
  ...OLD_HOME,
  mobile: demoMobile(number),
  email:
    `${first_name.charAt(0)}.${last_name.replace(/\W/g, '')}${number}@example.test`.toLowerCase(),
  nhs_number: demoNhsNumber(number),
  is_guest: false,
})

const siobhan = person(['Siobhán', 'O’Connell', FEMALE, '1986-02-17'], 231)
const wei = person(['Wei', 'Huang', MALE, '1990-11-23'], 233)
const krzysztof = person(['Krzysztof', 'Zieliński', MALE, '1978-04-09'], 235)
const hannah = person(['Hannah', 'Marsden', FEMALE, '1994-07-30'], 237)
const alexander = person(['Alexander', 'Loxley', MALE, '1969-12-05'], 239)
const george = person(['George', 'Hartley', MALE, '1948-03-12'], 242)
const isla = person(['Isla', 'Sinclair', FEMALE, '1993-06-04'], 244)

const reached = ({ mobile, email }: typeof george) => ({ mobile, email })
const guest = { is_guest: true, nhs_number: '' }

/** People who are on file twice, each in another way. */
const TWICE = [
  ...[siobhan, { ...siobhan, ...guest, first_name: 'Siobhan', last_name: 'O’Connel' }],
  ...[wei, { ...wei, ...guest, first_name: 'Huang', last_name: 'Wei', email: 'wei@example.test' }],
  // Day and month the other way round, without the signs that a keyboard does not have.
  ...[krzysztof, { ...krzysztof, nhs_number: '', last_name: 'Zielinski', dob: '1978-09-04' }],
  ...[hannah, { ...hannah, ...NEW_HOME, last_name: 'Pemberton', mobile: demoMobile(238) }],
  ...[alexander, { ...alexander, ...guest, first_name: 'Alex', email: 'alex@example.test' }],
  { ...alexander, ...NEW_HOME, last_name: 'Loxly', mobile: demoMobile(240), nhs_number: '' },
]

const FAMILIES = [
  ...[george, { ...person(['George', 'Hartley', MALE, '1979-08-30'], 243), ...reached(george) }],
  ...[isla, { ...person(['Euan', 'Sinclair', MALE, '1993-06-04'], 245), ...reached(isla) }],
]

/**
 * People who are on file twice, and families who only look like it.
 * @returns the demonstration's own patient as they booked without signing in.
 */
export async function insertDoubleRecords(executor: Executor, now: number): Promise<number> {
  const joined = new Date(now - DAYS_ON_FILE * DAY)
  const dates = { date_joined: joined, created: joined, modified: joined }
  const added = { county: 'Eastshire', nation: 'England', ...dates }
  const rows = [...TWICE, ...FAMILIES].map((row) => ({ ...row, ...added }))
  await executor.insertInto('person').values(rows).execute()
  const own = await executor
    .selectFrom('person')
    .select(['first_name', 'last_name', 'gender', 'dob', 'mobile'])
    .select(['address1', 'city', 'postcode'])
    .where('username', '=', 'patient')
    .executeTakeFirstOrThrow()
  const { id } = await executor
    .insertInto('person')
    .values({ ...own, ...added, ...guest, email: 'rosa.whitfield@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds who may be on file twice as the background work does, so that nobody waits for it. */
export async function findDoubleRecords(executor: Executor, now: number): Promise<void> {
  while ((await compareNoted(executor)) > 0);
  await executor
    .updateTable('duplicate_candidate')
    .set({ found_at: new Date(now) })
    .execute()
}
