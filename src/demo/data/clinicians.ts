import { z } from 'zod'
import { addDays } from '#lib/dates/format-date-time.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Executor } from '#server/database/connection.ts'
import clinicians from './clinicians.json' with { type: 'json' }
import { lookUp } from './look-up.ts'

const demoClinician = z.strictObject({
  name: z.string(),
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** NHS code: 1 male, 2 female. */
  gender: z.literal([1, 2]),
  /** Pharmacists have seven digits, nurses a letter code. */
  registration: z.string(),
  competencies: z.array(z.string()),
  /** Days from today on which a competency ends; the others end in more than a year or never. */
  endings: z.record(z.string(), z.int()).optional(),
})

/** By the name that the rota uses. */
const CLINICIANS = z.array(demoClinician).parse(clinicians)

const DEMO_CLINICIAN = 'amara-okafor'
/** Of 2468: to compute it takes half a second, and the rows are to be the same each time. */
const DEMO_PIN_HASH =
  'scrypt$131072$8$1$dGhlIHNhbWUgcm93cyBlYWNoIHRpbWU$cXYp4RBvg8Vku3N5tDeKbgQMQIxpAQwILOY1R5y0l1A'

export type InsertedClinician = { staffId: number; competencies: HeldCompetency[] }

export async function insertClinicians(
  executor: Executor,
  competencyIds: ReadonlyMap<string, number>,
  { today, joined }: { today: string; joined: Date },
): Promise<Map<string, InsertedClinician>> {
  const persons = await executor
    .insertInto('person')
    .values(
      CLINICIANS.map(({ name, ...clinician }, index) => ({
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
      CLINICIANS.map(({ firstName, lastName, registration }) => ({
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
    CLINICIANS.map((clinician) => [
      clinician.name,
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
  { competencies, endings = {} }: z.infer<typeof demoClinician>,
  ids: ReadonlyMap<string, number>,
  today: string,
): HeldCompetency[] {
  return competencies.map((name, index) => {
    // Every third is for ever; the rest end some time after the availabilities do.
    const ends = endings[name] ?? (index % 3 === 2 ? null : 500 + 40 * index)
    return {
      competencyId: lookUp(ids, name),
      issuedAt: addDays(today, (ends ?? DAYS_IN_YEAR) - YEARS_VALID * DAYS_IN_YEAR),
      expiresAt: ends === null ? null : addDays(today, ends),
    }
  })
}
