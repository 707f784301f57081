import { type RawBuilder, sql } from 'kysely'
import type { SearchCloseness } from '#lib/contract/catalogue.ts'
import { isPubliclyListed, isVisibleType } from './publicly-listed.ts'
import { visibilityOfVisitor } from './visibility.ts'

/** A misspelling is as similar as this, of 1. */
const MISSPELT = 0.35
/** A suggestion is as similar as this, where nothing else was found. */
const SUGGESTED = 0.3
const MOST_WORDS = 10
/** Shorter stems match too much. */
const SHORTEST_STEM = 3

/** `closeness` is the same for all results; the highest `rank` comes first. */
export type FoundType = { id: number; closeness: SearchCloseness; rank: number }

/**
 * Types with all the words, else with similar words, else with some. Prefixes and word forms match
 * ("jabs" finds "jab"). Names count most, then synonyms, categories and tags, then descriptions
 * (docs/decisions/0048).
 */
export function foundTypes(search: string, unlocked: boolean): RawBuilder<FoundType> {
  return sql<FoundType>`(
    with forms as (
      select word, (ts_lexize('english_stem', word))[1] as stem
      from regexp_split_to_table(trim(search_words(${search})), ' ') as word
    ), searched as materialized (
      select distinct word, case when length(stem) < ${SHORTEST_STEM} then word else stem end as stem
      from forms where stem is not null limit ${MOST_WORDS}
    ), seen as materialized (
      select id, name_words, synonym_words, description_words, (${labels(unlocked)}) as label_words
      from appointment_type where ${isVisibleType(visibilityOfVisitor(unlocked))}
    ), compared as (
      select id,
        case
          when ${hasWord('name_words')} then 6
          when ${beginsWord('name_words')} then 5
          when ${beginsWord('synonym_words')} then 4
          when ${beginsWord('label_words')} then 2
          when ${beginsWord('description_words')} then 1
          else 0
        end as beginning,
        greatest(strict_word_similarity(word, name_words),
          strict_word_similarity(word, synonym_words),
          strict_word_similarity(word, label_words)) as likeness
      from seen cross join searched
    ), judged as (
      select id, sum(greatest(beginning, likeness)) as rank,
        case
          when bool_and(beginning > 0) then 1
          when bool_and(beginning > 0 or likeness >= ${MISSPELT}) then 2
          when bool_or(beginning > 0 or likeness >= ${SUGGESTED}) then 3
        end as step
      from compared group by id
    )
    select id, rank, (array['exact', 'similar', 'suggested'])[step] as closeness
    from judged where step = (select min(step) from judged))`
}

const hasWord = (column: string) =>
  sql`position(' ' || word || ' ' in ${sql.ref(column)} || ' ') > 0`

const beginsWord = (column: string) => sql`(position(' ' || word in ${sql.ref(column)}) > 0
  or position(' ' || stem in ${sql.ref(column)}) > 0)`

const labels = (unlocked: boolean) => sql`
  select coalesce(string_agg(search_words(label.name), ''), '')
  from (
    select tag.name
    from appointment_type_tagging as tagging
    join appointment_type_tag as tag on tag.id = tagging.appointment_type_tag_id
    where tagging.appointment_type_id = appointment_type.id
    union all
    select category.name
    from appointment_type_category as link
    join appointment_category as category on category.id = link.appointment_category_id
    where link.appointment_type_id = appointment_type.id and ${isPubliclyListed(unlocked)}
  ) as label`
