import { type RawBuilder, sql } from 'kysely'
import type { RecordUse } from '#lib/contract/admin/admin-resource.ts'
import { deleteExpiredHolds } from '../booking/hold-lifetime.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { DB } from '../database/types.ts'
import { Refusal } from '../refusals/refusal.ts'

type UseTexts = { one: string; many: string; name?: RawBuilder<string> }

const typeName = sql<string>`(select name from appointment_type
  where appointment_type.id = referring.appointment_type_id)`
const clinicianName = sql<string>`(select full_name from staff
  join person on person.id = staff.person_id where staff.id = referring.staff_id)`
const offeredBy = sql<string>`(select full_name from availability
  join staff on staff.id = availability.staff_id join person on person.id = staff.person_id
  where availability.id = referring.availability_id)`
const types: UseTexts = { one: 'appointment type', many: 'appointment types', name: typeName }
const advice: UseTexts = { one: 'piece of advice', many: 'pieces of advice' }

const waiting: UseTexts = { one: 'place on the waiting list', many: 'places on the waiting list' }

const textsByTable: { [Table in keyof DB]?: UseTexts } = {
  appointment_category: {
    one: 'category below it',
    many: 'categories below it',
    name: sql<string>`case when referring.hidden then 'a hidden one' else referring.name end`,
  },
  appointment: { one: 'appointment', many: 'appointments' },
  appointment_outcome_given: { one: 'appointment', many: 'appointments' },
  appointment_type_category: types,
  appointment_type_clinician_form: types,
  appointment_type_patient_form: types,
  appointment_type_competency: types,
  appointment_type_outcome: types,
  appointment_type_tagging: types,
  availability_appointment_type: {
    one: 'availability',
    many: 'availabilities',
    name: offeredBy,
  },
  availability: { one: 'availability', many: 'availabilities', name: clinicianName },
  patient_advice: advice,
  patient_advice_category: advice,
  person: { one: 'person', many: 'people' },
  person_allergy: { one: 'person', many: 'people' },
  person_permission_group: { one: 'person', many: 'people' },
  room: { one: 'room', many: 'rooms', name: sql<string>`referring.name` },
  saved_form: {
    one: 'form that was begun or sent',
    many: 'forms that were begun or sent',
  },
  staff: { one: 'staff member', many: 'staff members' },
  staff_competency: { one: 'clinician', many: 'clinicians', name: clinicianName },
  vaccination_history: { one: 'vaccination', many: 'vaccinations' },
  waiting_list_entry: waiting,
  waiting_list_offer: {
    one: 'time offered from the waiting list',
    many: 'times offered from the waiting list',
  },
  waiting_list_site: waiting,
}

const MOST_NAMES = 5

type Reference = { table: keyof DB; column: string }

/**
 * The database's foreign keys list what would be broken or lost, so that none is forgotten. It
 * leaves out what is deleted with the record.
 */
export async function readUses(
  executor: Executor,
  table: keyof DB,
  id: number,
): Promise<RecordUse[]> {
  const uses: RecordUse[] = []
  for (const reference of await references(executor, table)) {
    const { name, ...said } = textsByTable[reference.table] ?? findTexts(reference.table)
    const column = sql.ref(`referring.${reference.column}`)
    const rows = sql`from ${sql.table(reference.table)} as referring where ${column} = ${id}
      ${reference.table === 'appointment' ? isNoExpiredHold : sql``}`
    const names = name
      ? sql`array(select name from (select distinct ${name} as name ${rows}) as named
          order by ${inNameOrder('name')}, name limit ${MOST_NAMES})`
      : sql`array[]::text[]`
    const { rows: found } = await sql<{ count: number; names: string[] }>`
      select (select count(*) ${rows}) as count, ${names} as names`.execute(executor)
    const { count = 0, names: known = [] } = found[0] ?? {}
    if (count > 0) uses.push({ what: count === 1 ? said.one : said.many, count, names: known })
  }
  return uses
}

const isNoExpiredHold = sql`and (referring.hold_expires_at is null or referring.hold_expires_at > now())`

export async function releaseExpiredHolds(
  executor: Executor,
  table: keyof DB,
  id: number,
): Promise<void> {
  for (const reference of await references(executor, table)) {
    if (reference.table !== 'appointment') continue
    await deleteExpiredHolds(executor)
      .where(sql<boolean>`${sql.ref(reference.column)} = ${id}`)
      .execute()
  }
}

async function references(executor: Executor, table: keyof DB): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct relname as table, referring.attname as column
    from pg_constraint
      cross join lateral unnest(conkey, confkey) as pair(here, there)
      join pg_attribute as target
        on target.attrelid = confrelid and target.attnum = there and target.attname = 'id'
      join pg_attribute as referring on referring.attrelid = conrelid and referring.attnum = here
      join pg_class on pg_class.oid = conrelid
    where contype = 'f' and confrelid = ${table}::regclass and confdeltype <> 'c'
    order by relname, referring.attname`.execute(executor)
  return rows
}

const findTexts = (table: string): UseTexts => {
  const one = table.replaceAll('_', ' ')
  return { one, many: `${one} records` }
}

export function refuseUsed(name: string, uses: readonly RecordUse[]): void {
  if (uses.length === 0) return
  const list = uses.map(({ count, what }) => `${count.toLocaleString('en-GB')} ${what}`)
  throw new Refusal('conflict', `This ${name} is still used by ${joined(list)}.`)
}

const joined = (parts: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts)
