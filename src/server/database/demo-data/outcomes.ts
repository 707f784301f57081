import { sql } from 'kysely'
import type { Executor } from '../connection.ts'
import type { DemoAppointmentType } from './appointment-types/demo-appointment-type.ts'
import { HEALTH_CHECKS } from './appointment-types/health-checks.ts'
import { MEDICINES_AND_WELLBEING } from './appointment-types/medicines-and-wellbeing.ts'
import { MINOR_ILLNESS } from './appointment-types/minor-illness.ts'
import { TRAVEL } from './appointment-types/travel.ts'
import { VACCINATIONS } from './appointment-types/vaccinations.ts'
import type { PlacedType } from './catalogue.ts'
import { lookUp } from './look-up.ts'
import { DEMO_OUTCOMES, type DemoOutcome, type OutcomeName } from './outcome-texts.ts'
import type { Random } from './random.ts'

const DAY = 86_400_000
/** Until then it was given. */
const ARCHIVED_DAYS_AGO = 45
const NONE_SAID = 0.12
const USUAL = 0.7
const SECOND = 0.15

/** The usual one first. */
const OFFERED: readonly {
  types: readonly DemoAppointmentType[]
  outcomes: readonly [OutcomeName, ...OutcomeName[]]
}[] = [
  {
    types: [...VACCINATIONS, ...TRAVEL],
    outcomes: ['Vaccination given', 'Vaccination not given', 'Paper card handed over'],
  },
  { types: MINOR_ILLNESS, outcomes: ['Medicine supplied', 'Advice given', 'Referred to GP'] },
  {
    types: HEALTH_CHECKS,
    outcomes: ['Result in the usual range', 'Sample sent to the laboratory', 'Referred to GP'],
  },
  {
    types: MEDICINES_AND_WELLBEING,
    outcomes: ['Advice given', 'Follow-up agreed', 'Referred to GP'],
  },
]

type Dates = { now: number; began: Date }

/** What can come of which appointment type; one outcome is archived, two have been edited. */
export async function insertOutcomes(
  executor: Executor,
  types: ReadonlyMap<string, PlacedType>,
  dates: Dates,
): Promise<void> {
  const ids = new Map<string, number>()
  for (const outcome of DEMO_OUTCOMES) ids.set(outcome.name, await insert(executor, outcome, dates))
  await executor
    .insertInto('appointment_type_outcome')
    .values(
      OFFERED.flatMap(({ types: offering, outcomes }) =>
        offering.flatMap(({ slug }) =>
          outcomes.map((name) => ({
            appointment_type_id: lookUp(types, slug).id,
            appointment_outcome_id: lookUp(ids, name),
          })),
        ),
      ),
    )
    .execute()
}

async function insert(executor: Executor, outcome: DemoOutcome, { now, began }: Dates) {
  const { name, path, archived = false } = outcome
  const versions = outcome.versions.map((version, index) => ({
    edition: version.edition,
    subversion: version.subversion,
    name: version.name ?? name,
    keep_version: version.subversion > 0,
    template_code: version.text,
    template_path: path,
    revision: index + 1,
    made: version.daysAgo === undefined ? began : new Date(now - version.daysAgo * DAY),
  }))
  const present = versions.at(-1)
  if (!present) throw new Error(`The demonstration's outcome ${name} has no version`)
  const { revision, made, ...columns } = present
  const { id } = await executor
    .insertInto('appointment_outcome')
    .values({
      ...columns,
      archived,
      version: archived ? revision + 1 : revision,
      modified: archived ? new Date(now - ARCHIVED_DAYS_AGO * DAY) : made,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The present one is kept by the database, as of now: here it is as old as it is said to be.
  await executor
    .deleteFrom('appointment_outcome_version')
    .where('appointment_outcome_id', '=', id)
    .execute()
  await executor
    .insertInto('appointment_outcome_version')
    .values(versions.map((version) => ({ ...version, appointment_outcome_id: id })))
    .execute()
  return id
}

/**
 * What came of the appointments that took place, each in the version that there was then. Of some
 * nobody has said.
 */
export async function insertGivenOutcomes(
  executor: Executor,
  { now, random }: { now: number; random: Random },
): Promise<void> {
  const completed = await executor
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .where('appointment.status', '=', 'completed')
    .select(['appointment.id', 'appointment.completed_on', 'type.slug'])
    .orderBy('appointment.id')
    .execute()
  const given = completed.flatMap(({ id, completed_on, slug }) =>
    chosen(slug, completed_on?.getTime() ?? 0, { now, random }).map((name) => ({ id, name })),
  )
  await sql`
    insert into appointment_outcome_given
      (appointment_id, appointment_outcome_id, edition, subversion)
    select appointment.id, outcome.id, kept.edition, kept.subversion
    from unnest(${given.map(({ id }) => id)}::integer[], ${given.map(({ name }) => name)}::text[])
        as chosen (appointment_id, name)
      join appointment on appointment.id = chosen.appointment_id
      join appointment_outcome as outcome on outcome.name = chosen.name
      cross join lateral (
        select edition, subversion from appointment_outcome_version
        where appointment_outcome_id = outcome.id and made <= appointment.completed_on
        order by edition desc, subversion desc limit 1
      ) as kept`.execute(executor)
}

function chosen(slug: string, at: number, { now, random }: { now: number; random: Random }) {
  const offered = OFFERED.find(({ types }) => types.some((type) => type.slug === slug))
  if (!offered || random.chance(NONE_SAID)) return []
  const [usual, ...others] = offered.outcomes
  const isPossible = (name: OutcomeName) =>
    // Each of these has its vaccination on record.
    name !== 'Vaccination not given' &&
    (name !== 'Paper card handed over' || at < now - ARCHIVED_DAYS_AGO * DAY)
  const other = random.pick(others)
  const isUsual = random.chance(USUAL) || usual === 'Vaccination given'
  const names = [...(isUsual ? [usual] : []), ...(!isUsual || random.chance(SECOND) ? [other] : [])]
  return names.filter(isPossible)
}
