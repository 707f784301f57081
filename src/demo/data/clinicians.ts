import { addDays } from '#lib/dates/format-date-time.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Executor } from '#server/database/connection.ts'
import type { CompetencyName } from './competencies.ts'
import { lookUp } from './look-up.ts'

type DemoClinician = {
  title: string
  firstName: string
  lastName: string
  gender: 1 | 2
  registration: string
  competencies: readonly CompetencyName[]
  /** A competency named here ends so many days from today; others last a year or for ever. */
  endings?: Partial<Record<CompetencyName, number>>
}

const JABS = ['Basic life support and anaphylaxis', 'Vaccination and immunisation'] as const
const PHARMACY = [
  'Pharmacy First clinical pathways',
  'Blood pressure measurement',
  'Medicines consultation skills',
] as const

/** The key is the name that the rota uses. Pharmacists have seven digits, nurses a letter code. */
const CLINICIANS: Record<string, DemoClinician> = {
  'amara-okafor': {
    title: 'Ms',
    firstName: 'Amara',
    lastName: 'Okafor',
    gender: 2,
    registration: '2099101',
    competencies: [...PHARMACY, ...JABS, 'Contraception service'],
    endings: { 'Contraception service': 24 },
  },
  'daniel-hughes': {
    title: 'Mr',
    firstName: 'Daniel',
    lastName: 'Hughes',
    gender: 1,
    registration: '2099102',
    competencies: [...JABS, 'Travel health', 'Yellow fever vaccination centre'],
    endings: { 'Basic life support and anaphylaxis': 190 },
  },
  'priya-raman': {
    title: 'Mrs',
    firstName: 'Priya',
    lastName: 'Raman',
    gender: 2,
    registration: '2099103',
    competencies: [...JABS, 'Travel health', 'Yellow fever vaccination centre'],
  },
  'tom-fletcher': {
    title: 'Mr',
    firstName: 'Tom',
    lastName: 'Fletcher',
    gender: 1,
    registration: '2099104',
    competencies: ['Ear examination and microsuction', 'Blood pressure measurement'],
    endings: { 'Ear examination and microsuction': -12 },
  },
  'sofia-marques': {
    title: 'Ms',
    firstName: 'Sofia',
    lastName: 'Marques',
    gender: 2,
    registration: '99A1105E',
    competencies: ['Taking blood', 'Blood pressure measurement', 'Weight management'],
  },
  'kwame-mensah': {
    title: 'Mr',
    firstName: 'Kwame',
    lastName: 'Mensah',
    gender: 1,
    registration: '2099106',
    competencies: [...PHARMACY, 'Contraception service', 'Stop smoking practitioner'],
    endings: { 'Stop smoking practitioner': 4 },
  },
  'grace-lindqvist': {
    title: 'Ms',
    firstName: 'Grace',
    lastName: 'Lindqvist',
    gender: 2,
    registration: '99A1107E',
    competencies: [
      'Weight management',
      'Stop smoking practitioner',
      'Blood pressure measurement',
      'Taking blood',
    ],
  },
  'yusuf-demir': {
    title: 'Mr',
    firstName: 'Yusuf',
    lastName: 'Demir',
    gender: 1,
    registration: '2099108',
    competencies: [...JABS, 'Ear examination and microsuction', 'Blood pressure measurement'],
  },
  'hannah-whitaker': {
    title: 'Mrs',
    firstName: 'Hannah',
    lastName: 'Whitaker',
    gender: 2,
    registration: '2099109',
    competencies: [...PHARMACY],
    endings: { 'Medicines consultation skills': 400 },
  },
  'mei-chen': {
    title: 'Ms',
    firstName: 'Mei',
    lastName: 'Chen',
    gender: 2,
    registration: '99A1110E',
    competencies: [...JABS, 'Taking blood'],
    endings: { 'Taking blood': 1 },
  },
  'ravi-patel': {
    title: 'Mr',
    firstName: 'Ravi',
    lastName: 'Patel',
    gender: 1,
    registration: '2099111',
    competencies: [...PHARMACY, ...JABS, 'Travel health'],
    endings: { 'Travel health': 20 },
  },
  'elinor-vaughan': {
    title: 'Dr',
    firstName: 'Elinor',
    lastName: 'Vaughan',
    gender: 2,
    registration: '99A1112E',
    competencies: [...JABS, 'Occupational health', 'Blood pressure measurement'],
  },
}

const DEMO_CLINICIAN = 'amara-okafor'
/** It is the hash of 2468: computing it takes half a second, and rows are to stay the same. */
const DEMO_PIN_HASH =
  'scrypt$131072$8$1$dGhlIHNhbWUgcm93cyBlYWNoIHRpbWU$cXYp4RBvg8Vku3N5tDeKbgQMQIxpAQwILOY1R5y0l1A'

export type InsertedClinician = { staffId: number; competencies: HeldCompetency[] }

export async function insertClinicians(
  executor: Executor,
  competencyIds: ReadonlyMap<CompetencyName, number>,
  { today, joined }: { today: string; joined: Date },
): Promise<Map<string, InsertedClinician>> {
  const names = Object.keys(CLINICIANS)
  const clinicians = Object.values(CLINICIANS)
  const persons = await executor
    .insertInto('person')
    .values(
      Object.entries(CLINICIANS).map(([name, clinician], index) => ({
        username: name === DEMO_CLINICIAN ? 'clinician' : name,
        email: name === DEMO_CLINICIAN ? 'clinician@example.test' : `${name}@example.test`,
        title: clinician.title,
        first_name: clinician.firstName,
        last_name: clinician.lastName,
        gender: clinician.gender,
        dob: addDays(today, -(28 + 2 * index) * DAYS_IN_YEAR),
        mobile: `07700 900 ${900 + index}`,
        is_staff: true,
        date_joined: joined,
        created: joined,
        modified: joined,
      })),
    )
    .returning(['id', 'first_name', 'last_name'])
    .execute()
  const personByName = new Map(
    persons.map((person) => [`${person.first_name} ${person.last_name}`, person.id]),
  )
  const staff = await executor
    .insertInto('staff')
    .values(
      clinicians.map(({ firstName, lastName, registration }) => ({
        person_id: lookUp(personByName, `${firstName} ${lastName}`),
        pharmacist_reg_number: registration,
        pin_hash: DEMO_PIN_HASH,
        modified: joined,
      })),
    )
    .returning(['id', 'pharmacist_reg_number'])
    .execute()
  const staffByRegistration = new Map(staff.map((row) => [row.pharmacist_reg_number, row.id]))
  const inserted = new Map(
    clinicians.map((clinician, index) => [
      names[index] ?? '',
      {
        staffId: lookUp(staffByRegistration, clinician.registration),
        competencies: toHeldCompetencies(clinician, competencyIds, today),
      },
    ]),
  )
  await executor
    .insertInto('staff_competency')
    .values(
      [...inserted.values()].flatMap(({ staffId, competencies }) =>
        competencies.map(({ competencyId, issuedAt, expiresAt }) => ({
          staff_id: staffId,
          competency_id: competencyId,
          issued_at: issuedAt,
          expires_at: expiresAt,
          modified: joined,
        })),
      ),
    )
    .execute()
  return inserted
}

const YEARS_VALID = 3
const DAYS_IN_YEAR = 365

function toHeldCompetencies(
  { competencies, endings = {} }: DemoClinician,
  ids: ReadonlyMap<CompetencyName, number>,
  today: string,
): HeldCompetency[] {
  return competencies.map((name, index) => {
    // Every third competency never expires; the rest end some time after the availabilities do.
    const ends = endings[name] ?? (index % 3 === 2 ? null : 500 + 40 * index)
    return {
      competencyId: lookUp(ids, name),
      issuedAt: addDays(today, (ends ?? DAYS_IN_YEAR) - YEARS_VALID * DAYS_IN_YEAR),
      expiresAt: ends === null ? null : addDays(today, ends),
    }
  })
}
