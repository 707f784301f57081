import { sql } from 'kysely'
import type { Reference } from '#lib/contract/admin/admin-resource.ts'
import type { ChosenRecord } from '#lib/contract/fields.ts'
import type { Executor } from '../database/connection.ts'
import { referencesTo } from '../http/addresses.ts'
import type { Call } from '../http/implement.ts'
import { invalid } from '../refusals/refusal.ts'
import type { AdminCall, Columns, Row } from './store.ts'

const LARGEST_ID = 2_147_483_647

export function idInAddress({ apiUrl }: Call, from: string, address: string): number | null {
  const path = address.startsWith(`${apiUrl}/`) ? address.slice(apiUrl.length) : ''
  const [, name, digits] =
    /^\/(?:admin|private|public)\/(\w+)\/(\d{1,10})\/(?:\?|$)/.exec(path) ?? []
  const id = Number(digits)
  return name === from && id > 0 && id <= LARGEST_ID ? id : null
}

/**
 * The ids of records that were chosen by address, by id or as rows.
 * @throws Refusal `invalid` at the field for an address that is none of ours, or of another kind.
 */
export function chosenIds(
  call: Call,
  { field, from }: { field: string; from: string },
  chosen: readonly ChosenRecord[],
): number[] {
  const ids = chosen.map((one) => {
    if (typeof one === 'number') return one
    const given = typeof one === 'string' ? one : (one['url'] ?? one['id'])
    const id = typeof given === 'string' ? idInAddress(call, from, given) : Number(given)
    if (id === null) throw invalid({ [field]: [addressesExpected(call, from)] })
    return id
  })
  return [...new Set(ids)]
}

export const addressesExpected = ({ apiUrl }: Call, from: string) =>
  `Send addresses such as ${apiUrl}/admin/${from}/1/.`

/**
 * Puts the ids in place of the addresses that stand for them (docs/decisions/0041).
 * @throws Refusal `invalid` at the field of the addresses.
 */
export async function idsForAddresses(
  tx: Executor,
  admin: AdminCall,
  given: Columns,
  stored: Row | null,
): Promise<Columns> {
  const written = { ...given }
  for (const [field, reference] of Object.entries(admin.of.references)) {
    const { urls } = reference as Reference
    const addresses = urls === undefined ? undefined : (given[urls] as ChosenRecord[] | undefined)
    if (urls === undefined || addresses === undefined) continue
    delete written[urls]
    const before = (stored?.[field] ?? []) as number[]
    const chosen = await chosenBy(
      tx,
      admin,
      { field, urls, from: reference?.from ?? '' },
      addresses,
    )
    const unseen = findUnseen(admin, reference as Reference, before, stored)
    const ids = [...chosen, ...unseen.filter((id) => !chosen.includes(id))]
    const sent = given[field] as number[] | undefined
    // A row that is sent back has both, of which its client changes the one that it knows.
    if (sent && !isSameSet(sent, ids) && !isSameSet(sent, before) && !isSameSet(ids, before)) {
      throw invalid({ [urls]: [`Send ${urls} or ${field}, or the same in both.`] })
    }
    written[field] = sent && isSameSet(ids, before) ? sent : ids
  }
  return written
}

type Named = { field: string; urls: string; from: string }

async function chosenBy(
  tx: Executor,
  { call, store }: AdminCall,
  { field, urls, from }: Named,
  addresses: readonly ChosenRecord[],
): Promise<number[]> {
  const chosen = chosenIds(call, { field: urls, from }, addresses)
  const table = store.joined[field]?.from
  if (table === undefined) return chosen
  const { rows } = await sql`
    select from ${sql.table(table)} where id = any(${chosen}::integer[])`.execute(tx)
  if (rows.length < chosen.length) {
    throw invalid({ [urls]: ['Choose from the list: one of these no longer exists'] })
  }
  return chosen
}

/** The caller is not shown their addresses, and therefore cannot leave them out. */
function findUnseen(
  { call }: AdminCall,
  { from, urls = '' }: Reference,
  before: readonly number[],
  stored: Row | null,
): number[] {
  const shown = ((stored?.[urls] ?? before) as (number | { id: number })[]).map((one) =>
    typeof one === 'number' ? one : one.id,
  )
  const isOpen = referencesTo(call, `admin/${from}` as 'admin/users', shown).length > 0
  return before.filter((id) => !(isOpen && shown.includes(id)))
}

const isSameSet = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
