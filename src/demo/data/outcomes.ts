import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { templatePaths } from '#lib/outcomes/shipped-templates.ts'
import type { Executor } from '#server/database/connection.ts'
import type { InsertedType } from './catalogue.ts'
import { lookUp } from './look-up.ts'
import outcomes from './outcomes.json' with { type: 'json' }
import type { Random } from './random.ts'

const DAY = 86_400_000
/** Until then it was given. */
const ARCHIVED_DAYS_AGO = 45
const NONE_SAID = 0.12
const USUAL = 0.7
const SECOND = 0.15

/** Given beside another outcome, which it does not contradict. */
const ADDITIONAL: readonly string[] = ['Follow-up agreed', 'Paper card handed over']

const letter = (body: string) => `Dear {{ patient.first_name }},

${body}

If anything is unclear, {% if site.telephone %}call {{ site.name }} on {{ site.telephone }}{% else %}ask at {{ site.name }}{% endif %}.

{{ clinician.full_name }}`

/** `daysAgo`: when it was made; left out: from the beginning. `says`: the body of the letter. */
const outcomeVersion = z
  .strictObject({
    edition: z.int(),
    subversion: z.int(),
    daysAgo: z.int().optional(),
    name: z.string().optional(),
    says: z.string().optional(),
    path: z.enum(templatePaths).optional(),
  })
  .transform(({ says, ...version }) => ({ ...version, text: says ? letter(says) : '' }))

/** Of its versions the oldest first. */
const demoOutcome = z.strictObject({
  name: z.string(),
  archived: z.literal(true).optional(),
  versions: z.array(outcomeVersion),
})

export const DEMO_OUTCOMES = z.array(demoOutcome).parse(outcomes)

type Dates = { now: number; began: Date }

/** What can come of which appointment type; one outcome is archived, two have been edited. */
export async function insertOutcomes(
  executor: Executor,
  types: ReadonlyMap<string, InsertedType>,
  dates: Dates,
): Promise<void> {
  const ids = new Map<string, number>()
  for (const outcome of DEMO_OUTCOMES) ids.set(outcome.name, await insert(executor, outcome, dates))
  await executor
    .insertInto('appointment_type_outcome')
    .values(
      [...types.values()].flatMap(({ id, outcomes }) =>
        outcomes.map((name) => ({
          appointment_type_id: id,
          appointment_outcome_id: lookUp(ids, name),
        })),
      ),
    )
    .execute()
}

async function insert(
  executor: Executor,
  outcome: z.infer<typeof demoOutcome>,
  { now, began }: Dates,
) {
  const { name, archived = false } = outcome
  const versions = outcome.versions.map((version, index) => ({
    edition: version.edition,
    subversion: version.subversion,
    name: version.name ?? name,
    keep_version: version.subversion > 0,
    template_code: version.text,
    template_path: version.path ?? '',
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
 * The outcomes of the completed appointments, each in the version that there was then. Some have
 * none. Reads the vaccinations, so that an outcome says the same as the record.
 */
export async function insertPastOutcomes(
  executor: Executor,
  types: ReadonlyMap<string, InsertedType>,
  { now, random }: { now: number; random: Random },
): Promise<void> {
  const completed = await executor
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .leftJoin('vaccination_history as vaccination', (join) =>
      join
        .onRef('vaccination.appointment_id', '=', 'appointment.id')
        .on('vaccination.is_historical', '=', false)
        .on('vaccination.entered_in_error', 'is', null),
    )
    .where('appointment.status', '=', 'completed')
    .select(['appointment.id', 'appointment.completed_on', 'type.slug'])
    .select('vaccination.was_administered')
    .orderBy('appointment.id')
    .execute()
  const isPast = (name: string, at: number) =>
    name === 'Paper card handed over' && at >= now - ARCHIVED_DAYS_AGO * DAY
  const given = completed.flatMap(({ id, completed_on, slug, was_administered }) => {
    if (random.chance(NONE_SAID)) return []
    const { outcomes } = lookUp(types, slug)
    const names =
      was_administered === false ? (['Vaccination not given'] as const) : chosen(outcomes, random)
    return names
      .filter((name) => !isPast(name, completed_on?.getTime() ?? 0))
      .map((name) => ({ id, name }))
  })
  await recordOutcomes(executor, given)
}

/** At the completion of appointments, each in the version that there was then. */
export async function recordOutcomes(
  executor: Executor,
  given: readonly { id: number; name: string }[],
): Promise<void> {
  await sql`
    insert into appointment_outcome_given
      (appointment_id, appointment_outcome_id, edition, subversion, given, given_by)
    select appointment.id, outcome.id, kept.edition, kept.subversion, appointment.completed_on,
      appointment.completed_by
    from unnest(${given.map(({ id }) => id)}::integer[], ${given.map(({ name }) => name)}::text[])
        as chosen (appointment_id, name)
      join appointment on appointment.id = chosen.appointment_id
      join appointment_outcome as outcome on outcome.name = chosen.name
      cross join lateral ${versionOn(sql`appointment.completed_on`)} as kept
    order by appointment.id, outcome.id`.execute(executor)
}

/** The outcome that the appointment has, changed later into another one or a newer version. */
export async function replaceOutcome(
  executor: Executor,
  appointmentId: number,
  { name, at, by, reason }: { name: string; at: Date; by: number; reason: string },
): Promise<void> {
  await sql`
    insert into appointment_outcome_given
      (appointment_id, appointment_outcome_id, edition, subversion, given, given_by, reason, replaces)
    select present.appointment_id, outcome.id, kept.edition, kept.subversion, ${at}, ${by}, ${reason},
      present.id
    from appointment_outcome_given as present
      join appointment_outcome as outcome on outcome.name = ${name}
      cross join lateral ${versionOn(sql`${at}::timestamptz`)} as kept
    where present.appointment_id = ${appointmentId} and present.ended is null`.execute(executor)
}

/** The version of `outcome` that there was at a time. */
const versionOn = (at: RawBuilder<unknown>) => sql`(
  select edition, subversion from appointment_outcome_version
  where appointment_outcome_id = outcome.id and made <= ${at}
  order by edition desc, subversion desc limit 1)`

function chosen([usual, ...others]: InsertedType['outcomes'], random: Random): string[] {
  const additional = others.filter((name) => ADDITIONAL.includes(name))
  const instead = others.filter((name) => !ADDITIONAL.includes(name))
  const isUsual = usual === 'Vaccination given' || random.chance(USUAL)
  const main = isUsual ? usual : random.pick(instead)
  const isMore = additional.length > 0 && random.chance(SECOND)
  return isMore ? [main, random.pick(additional)] : [main]
}
