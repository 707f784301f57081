import type { Executor } from '../database/connection.ts'

/** Open at once: an offer is a hold, and holds are limited as well. */
const MOST_OF_ADDRESS = 2
const MOST_OF_NETWORK = 5

type Holder = { email: string; mobile: string; joined_from: string }

const addressOf = ({ email, mobile }: Holder) => email.toLowerCase() || mobile.replace(/\D/g, '')

/** Counts the open offers of each address or number and of each network. */
export async function readOfferLimits(tx: Executor) {
  const open = await tx
    .selectFrom('waiting_list_offer as offer')
    .innerJoin('waiting_list_entry as entry', 'entry.id', 'offer.entry_id')
    .innerJoin('person', 'person.id', 'entry.patient_id')
    .select(['person.email', 'person.mobile', 'entry.joined_from'])
    .where('offer.state', '=', 'open')
    .execute()
  const countWhere = (isSame: (holder: Holder) => boolean) => open.filter(isSame).length
  return {
    isReached: (holder: Holder) =>
      countWhere((other) => addressOf(other) === addressOf(holder)) >= MOST_OF_ADDRESS ||
      (holder.joined_from !== '' &&
        countWhere(({ joined_from }) => joined_from === holder.joined_from) >= MOST_OF_NETWORK),
    count: (holder: Holder) => void open.push(holder),
  }
}
