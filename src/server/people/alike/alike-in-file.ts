import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import {
  DUPLICATE_SCORE,
  likeness,
  likenessReasons,
  plainNhsNumber,
  plainPhone,
  type Traits,
} from '#lib/merging/likeness.ts'
import { mistakenDates, swappedDate } from '#lib/merging/mistaken-dates.ts'
import type { Executor } from '../../database/connection.ts'
import { findAlike, MOST_SHARING } from './find-alike.ts'

type EnteredRow = { line: number; traits: Traits }
type Likeness = { id: number | null; line: number | null; name: string; reasons: string[] }

const BATCH = 250
const MOST_REPORTED = 3

/**
 * Whom each person of a file resembles, the likeliest first, by the same rules as for one new
 * person. Leaves out people without any.
 * @param onCompared hears how many more were compared.
 */
export async function findAlikeInFile(
  executor: Executor,
  people: readonly EnteredRow[],
  onCompared: (count: number) => Promise<void>,
): Promise<Map<number, Likeness[]>> {
  const earlier = new EarlierLines()
  const found = new Map<number, Likeness[]>()
  for (let done = 0; done < people.length; done += BATCH) {
    const some = people.slice(done, done + BATCH)
    const onFile = await alikeOnFile(executor, some)
    for (const [place, one] of some.entries()) {
      // Other requests have their turn in between, because shared birth dates take long to compare.
      if (place % 50 === 0) await nextTurn()
      const alike = [...(onFile.get(one.line) ?? []), ...earlier.alikeTo(one)]
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MOST_REPORTED)
      if (alike.length > 0) found.set(one.line, alike.map(reported))
      earlier.add(one)
    }
    await onCompared(some.length)
  }
  return found
}

type Scored = Likeness & { score: number }
const reported = ({ id, line, name, reasons }: Scored): Likeness => ({ id, line, name, reasons })

const formatReasons = (reasons: readonly (keyof typeof likenessReasons)[]) =>
  reasons.map((reason) => likenessReasons[reason])

const whoIs = ({ full_name, dob }: { full_name: string; dob: string | null }) =>
  dob ? `${full_name}, born ${formatCalendarDate(dob)}` : full_name

async function alikeOnFile(
  executor: Executor,
  people: readonly EnteredRow[],
): Promise<Map<number, Scored[]>> {
  // It is negative, because nobody on file has such an id.
  const sought = people.map(({ line, traits }) => ({ ...traits, id: -line }))
  const alike = await findAlike(executor, sought)
  const names = await executor
    .selectFrom('person')
    .select(['id', 'full_name', 'dob'])
    .where(sql<boolean>`id = any(${alike.map(({ otherId }) => otherId)}::integer[])`)
    .execute()
  const nameById = new Map(names.map((row) => [row.id, whoIs(row)]))
  return Map.groupBy(
    alike.map(({ soughtId, otherId, score, reasons }) => ({
      of: -soughtId,
      id: otherId,
      line: null,
      score,
      name: nameById.get(otherId) ?? '',
      reasons: formatReasons(reasons),
    })),
    ({ of }) => of,
  )
}

/** Earlier lines, found by the same keys as people on file. */
class EarlierLines {
  readonly #sharing = new Map<string, EnteredRow[]>()

  alikeTo({ traits }: EnteredRow): Scored[] {
    const seen = new Set(sought(traits).flatMap((trait) => this.#sharersOf(trait)))
    return [...seen].flatMap((other) => {
      const { score, reasons } = likeness(traits, other.traits)
      if (score < DUPLICATE_SCORE) return []
      const { first_name, last_name, dob } = other.traits
      const name = whoIs({ full_name: `${first_name} ${last_name}`, dob })
      return [{ id: null, line: other.line, name, score, reasons: formatReasons(reasons) }]
    })
  }

  add(one: EnteredRow): void {
    for (const trait of listTraits(one.traits)) {
      const sharing = this.#sharing.get(trait)
      if (!sharing) this.#sharing.set(trait, [one])
      // Keeps one more than the limit; of a birth date, the first are enough.
      else if (sharing.length <= MOST_SHARING) sharing.push(one)
    }
  }

  #sharersOf(trait: string): EnteredRow[] {
    const sharing = this.#sharing.get(trait) ?? []
    const saysNothing = sharing.length > MOST_SHARING && /^(phone|email) /.test(trait)
    return saysNothing ? [] : sharing
  }
}

function listTraits({ nhs_number, mobile, landline, email, dob }: Traits): string[] {
  const phones = [mobile, landline].map(plainPhone).filter(Boolean)
  const number = plainNhsNumber(nhs_number)
  return [
    ...(number ? [`nhs ${number}`] : []),
    ...new Set(phones.map((phone) => `phone ${phone}`)),
    ...(email ? [`email ${email.trim().toLowerCase()}`] : []),
    ...(dob ? [`born ${dob}`] : []),
  ]
}

function sought(traits: Traits): string[] {
  const { dob } = traits
  const mistaken = dob ? [...mistakenDates(dob), swappedDate(dob) ?? dob] : []
  return [...listTraits(traits), ...mistaken.map((date) => `born ${date}`)]
}
