import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'
import { NAME_POOLS } from '../names.ts'

/** Place names of which surnames are made: thousands, as a town has. */
const PLACES = 'Ash Black Brook Cald Dal Ester Fair Green Hart Ing Kirk Lang Mar Nor Oak Pem'
  .concat(' Quin Raven Sel Thorn Ul Vern West Wyn Yar Birk Clay Dun Els Farn Gar Hol')
  .split(' ')
const ENDINGS = 'ley ton ford field wood worth by ham bridge stone well more bury dale gate'
  .concat(' combe burn mouth cliffe wick stead shaw hurst land marsh mere croft side row pool')
  .split(' ')

/** One in so many is on file already, and so many are on file as much apart. */
const ONE_IN = 100
const APART = 37

/**
 * Adds patients until there are `count`, numbered on from those who are there. One in a hundred is
 * somebody else a second time, in one of five ways: with another address alone, a letter short,
 * with swapped names, with the day and month of birth swapped, or with the same NHS number under
 * another surname.
 * @returns how many were added.
 */
export async function insertBenchmarkPatients(executor: Executor, count: number): Promise<number> {
  const pools = NAME_POOLS.flatMap(({ women, men }) => [...women, ...men])
  const surnames = [
    ...NAME_POOLS.flatMap((pool) => pool.surnames),
    ...PLACES.flatMap((place) => ENDINGS.map((ending) => place + ending)),
  ]
  const { numAffectedRows } = await sql`
    with numbered as (
      select number,
        case when number % ${ONE_IN}::integer = ${ONE_IN - 1}::integer
          then number / ${ONE_IN}::integer % 5 else -1 end as again
      from generate_series(
        (select count(*)::integer from (${selectBenchmarkPatients(count)}) as patient), ${count}::integer - 1
      ) as number
    ), somebody as (
      select number, again, who,
        (${pools}::text[])[who * 31 % ${pools.length}::integer + 1] as first_name,
        (${surnames}::text[])[who * 7 % ${surnames.length}::integer + 1] as last_name,
        date '1940-01-01' + who * 37 % 25000 as dob,
        ${selectNhsNumber(sql`who`)} as nhs_number
      from numbered, lateral (
        select case when again < 0 then number else number - ${APART}::integer end as who
      ) as same
    )
    insert into person (first_name, last_name, email, mobile, dob, nhs_number, is_guest)
    select case again when 2 then last_name else first_name end,
      case again when 1 then overlay(last_name placing '' from 3 for 1)
        when 2 then first_name
        when 4 then 'Married-' || last_name
        else last_name end,
      'bench.patient.' || number || '@example.test',
      '07700 900' || lpad((number % 1000)::text, 3, '0'),
      case when again = 3 and extract(day from dob) <= 12
        then make_date(extract(year from dob)::integer, extract(day from dob)::integer,
          extract(month from dob)::integer)
        else dob end,
      case when again in (-1, 4) then nhs_number else '' end,
      true
    from somebody
    order by number`.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/**
 * Ten digits from 999, which the NHS gives to nobody, the last of which checks the others; none for
 * the one in eleven that has no such digit.
 */
const selectNhsNumber = (number: ReturnType<typeof sql>) => sql`(
  select case when check_digit = 10 then '' else digits || check_digit end
  from (
    select digits, (11 - sum(substr(digits, place, 1)::integer * (11 - place)) % 11) % 11 as check_digit
    from (select (999800000 + ${number})::text as digits) as nine, generate_series(1, 9) as place
    group by digits
  ) as checked)`

export function selectBenchmarkPatients(count: number) {
  return sql`
    select row_number() over (order by id) - 1 as number, id
    from person where email like 'bench.patient.%'
    order by id limit ${count}::integer`
}
