import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'

/** Open at once: an offer is a hold, and holds are limited as well. */
const MOST_OF_ADDRESS = 2
const MOST_OF_NETWORK = 5

type Holder = { addresses: string[]; joined_from: string }

export const personAddresses = sql<string[]>`array_remove(
  array[nullif(recipient_key(person.email), ''), nullif(plain_phone(person.mobile), '')], null)`

export async function readOfferLimits(tx: Executor) {
  const open: Holder[] = await tx
    .selectFrom('waiting_list_offer as offer')
    .innerJoin('waiting_list_entry as entry', 'entry.id', 'offer.entry_id')
    .innerJoin('person', 'person.id', 'entry.patient_id')
    .select([personAddresses.as('addresses'), 'entry.joined_from'])
    .where('offer.state', '=', 'open')
    .execute()
  const countWhere = (isSame: (holder: Holder) => boolean) => open.filter(isSame).length
  return {
    isReached: ({ addresses, joined_from }: Holder) =>
      addresses.some(
        (address) => countWhere((other) => other.addresses.includes(address)) >= MOST_OF_ADDRESS,
      ) ||
      (joined_from !== '' &&
        countWhere((other) => other.joined_from === joined_from) >= MOST_OF_NETWORK),
    count: (holder: Holder) => void open.push(holder),
  }
}
