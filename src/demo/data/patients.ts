import { addDays } from '#lib/dates/format-date-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { NAME_POOLS, type NamePool } from './names.ts'
import type { Random } from './random.ts'

const PATIENTS = 200
const DAYS_IN_YEAR = 365.25
export const MALE = 1
export const FEMALE = 2
const NOT_SPECIFIED = 9

const STREETS = [
  { street: 'Chapel Row', city: 'Saltmere', postcode: 'ZZ3 5EE' },
  { street: 'Lantern Street', city: 'Saltmere', postcode: 'ZZ1 3LS' },
  { street: 'Quayside', city: 'Saltmere', postcode: 'ZZ1 2QY' },
  { street: 'Sailmakers Court', city: 'Saltmere', postcode: 'ZZ1 5SC' },
  { street: 'The Green', city: 'Saltmere', postcode: 'ZZ3 6FF' },
  { street: 'Brook Road', city: 'Little Aldern', postcode: 'ZZ4 2BR' },
  { street: 'Old Orchard', city: 'Little Aldern', postcode: 'ZZ4 5AO' },
  { street: 'Weir Lane', city: 'Little Aldern', postcode: 'ZZ4 8WL' },
  { street: 'Station Parade', city: 'Great Aldern', postcode: 'ZZ6 2SP' },
  { street: 'Meadow Lane', city: 'Fernley', postcode: 'ZZ5 5ML' },
]

type NewPatient = {
  username: string | null
  title: string
  first_name: string
  last_name: string
  gender: number
  dob: string
  email: string
  mobile: string
  landline: string
  nhs_number: string
  address1: string
  city: string
  county: string
  nation: string
  postcode: string
  gp_surgery_id: number | null
  is_portal_user: boolean
  is_guest: boolean
}

export type InsertedPatient = {
  id: number
  gender: number
  dob: string
  gpSurgeryId: number | null
  address: string
}

type Context = { today: string; now: number; surgeryIds: readonly number[]; random: Random }

export async function insertPatients(
  executor: Executor,
  allergyIds: readonly number[],
  context: Context,
): Promise<InsertedPatient[]> {
  const { now, random } = context
  const patients = [demoPatient(context)]
  while (patients.length < PATIENTS) {
    patients.push(...household(context, patients.length).slice(0, PATIENTS - patients.length))
  }
  const rows = await executor
    .insertInto('person')
    .values(
      patients.map((patient) => {
        const joined = new Date(now - random.between(100, 900) * 86_400_000)
        return { ...patient, date_joined: joined, created: joined, modified: joined }
      }),
    )
    .returning(['id', 'gender', 'dob', 'gp_surgery_id', 'address1', 'city', 'postcode', 'username'])
    .execute()
  const allergic = rows.flatMap(({ id }) => {
    const count = random.chance(0.25) ? random.between(1, 3) : 0
    const allergies = new Set(Array.from({ length: count }, () => random.pick(allergyIds)))
    return [...allergies].map((allergy_id) => ({ person_id: id, allergy_id }))
  })
  await executor.insertInto('person_allergy').values(allergic).execute()
  return rows
    .map((row) => ({
      id: row.id,
      gender: row.gender,
      dob: row.dob ?? '',
      gpSurgeryId: row.gp_surgery_id,
      address: [row.address1, row.city, row.postcode].join(', '),
      own: row.username === 'patient',
    }))
    .toSorted((a, b) => Number(b.own) - Number(a.own) || a.id - b.id)
    .map(({ own, ...patient }) => patient)
}

export async function insertOtherPeople(
  executor: Executor,
  today: string,
  joined: Date,
): Promise<void> {
  const dates = { date_joined: joined, created: joined, modified: joined }
  await executor
    .insertInto('person')
    .values([
      {
        username: 'reception',
        email: 'reception@example.test',
        title: 'Mr',
        first_name: 'Joseph',
        last_name: 'Marlow',
        gender: MALE,
        dob: addDays(today, -Math.round(29.2 * DAYS_IN_YEAR)),
        mobile: '07700 900 920',
        is_staff: true,
        is_superuser: false,
        ...dates,
      },
      {
        username: 'admin',
        email: 'admin@example.test',
        title: 'Ms',
        first_name: 'Helena',
        last_name: 'Forsyth',
        gender: FEMALE,
        dob: addDays(today, -Math.round(51.7 * DAYS_IN_YEAR)),
        mobile: '07700 900 921',
        is_staff: true,
        is_superuser: true,
        ...dates,
      },
    ])
    .execute()
}

function demoPatient({ today, surgeryIds }: Context): NewPatient {
  return {
    username: 'patient',
    title: 'Ms',
    first_name: 'Rosa',
    last_name: 'Whitfield',
    gender: FEMALE,
    dob: addDays(today, -Math.round(43.4 * DAYS_IN_YEAR)),
    email: 'patient@example.test',
    mobile: demoMobile(0),
    landline: '01632 960 021',
    nhs_number: demoNhsNumber(0),
    address1: '8 Quayside',
    city: 'Saltmere',
    county: 'Eastshire',
    nation: 'England',
    postcode: 'ZZ1 2QY',
    gp_surgery_id: surgeryIds[0] ?? null,
    is_portal_user: true,
    is_guest: false,
  }
}

/** Makes one or two adults of one address, perhaps with children reached through a parent. */
function household(context: Context, alreadyThere: number): NewPatient[] {
  const { today, surgeryIds, random } = context
  const pool = random.pick(NAME_POOLS)
  const surname = random.pick(pool.surnames)
  const { street, city, postcode } = random.pick(STREETS)
  const home = {
    address1: `${random.between(1, 60)} ${street}`,
    city,
    county: 'Eastshire',
    nation: 'England',
    postcode,
    landline: random.chance(0.4) ? `01632 960 ${random.between(100, 999)}` : '',
    gp_surgery_id: random.chance(0.9) ? random.pick(surgeryIds) : null,
  }
  const age = random.pick([22, 27, 31, 34, 38, 41, 46, 52, 57, 63, 68, 72, 77, 84])
  const adults = random.chance(0.65) ? 2 : 1
  const children = age >= 27 && age <= 46 && random.chance(0.7) ? random.between(1, 3) : 0
  const oneAddressForAll = random.chance(0.35)
  const hasAccount = random.chance(0.6)
  const firstNames = new Set<string>()
  let email = ''
  let mobile = ''
  return Array.from({ length: adults + children }, (_, member) => {
    const number = alreadyThere + member
    const adult = member < adults
    const years = adult ? age + random.between(-2, 2) : random.between(1, Math.min(age - 21, 17))
    const { firstName, gender } = newName(pool, firstNames, random)
    if (member === 0 || (adult && !oneAddressForAll))
      email = formatEmail(firstName, surname, number)
    if (adult) mobile = demoMobile(number)
    return {
      ...home,
      username: null,
      title: adult ? pickTitle(gender, random) : '',
      first_name: firstName,
      last_name: surname,
      gender: adult && random.chance(0.02) ? NOT_SPECIFIED : gender,
      dob: addDays(today, -Math.round(years * DAYS_IN_YEAR) - random.between(0, 360)),
      email,
      mobile,
      nhs_number: random.chance(0.92) ? demoNhsNumber(number) : '',
      is_portal_user: hasAccount && adult,
      is_guest: !(hasAccount && adult),
    }
  })
}

function newName(pool: NamePool, taken: Set<string>, random: Random) {
  for (;;) {
    const gender = random.chance(0.52) ? FEMALE : MALE
    const firstName = random.pick(gender === FEMALE ? pool.women : pool.men)
    if (taken.has(firstName)) continue
    taken.add(firstName)
    return { firstName, gender }
  }
}

function pickTitle(gender: number, random: Random): string {
  if (random.chance(0.03)) return 'Dr'
  return gender === MALE ? 'Mr' : random.pick(['Mrs', 'Ms', 'Ms', 'Miss'])
}

function formatEmail(firstName: string, surname: string, number: number): string {
  const plain = `${firstName}.${surname}`
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z.-]/g, '')
  return `${plain}${number}@example.test`
}

/** Ofcom keeps 07700 900 000 to 900 999 for stories: nobody answers. */
export function demoMobile(number: number): string {
  return `07700 900 ${String(number).padStart(3, '0')}`
}

/** Ten digits from 999, which the NHS gives to nobody, with their check digit. */
export function demoNhsNumber(number: number): string {
  // Every number has one that passes: of two neighbours at most one asks for a check digit of ten.
  for (let candidate = number * 3000; ; candidate += 1) {
    const digits = `999${String(candidate + 100_000).padStart(6, '0')}`
    const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return `${digits}${check}`
  }
}
