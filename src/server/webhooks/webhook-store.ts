import { sql } from 'kysely'
import { webhookRecords } from '#lib/contract/admin/webhooks.ts'
import { present } from '../admin/create-store.ts'
import type { StoreParts } from '../admin/store.ts'
import { checkFreshSignIn } from '../identity/fresh-sign-in.ts'
import { invalid } from '../refusals/refusal.ts'
import type { Settings } from '../settings.ts'
import { PrivateAddressError, refusePrivateHost } from './public-address.ts'

export const webhookStore: StoreParts = {
  read: {
    rows: (executor) =>
      executor
        .selectFrom('webhook')
        .leftJoin('webhook_secret as secret', (join) =>
          join.onRef('secret.webhook_id', '=', 'webhook.id').on('secret.ends', 'is', null),
        )
        .select(['webhook.id', 'webhook.version', 'webhook.name', 'webhook.address'])
        .select(['webhook.events', 'webhook.is_active', 'secret.made as secret_made']),
    present: (row, call) => ({
      ...present(webhookRecords, row, call),
      secret_made: (row['secret_made'] as Date | null)?.toISOString() ?? null,
    }),
  },
  list: {
    filters: { is_active: (rows, is) => rows.where(sql<boolean>`is_active = ${is}`) },
  },
  write: {
    prepare: async (_executor, written, before, { services, viewer }) => {
      checkAddress(String(written['address']), services.settings)
      // It would go on telling a stranger after the session has ended (docs/decisions/0116).
      if (before && before['address'] !== written['address']) checkFreshSignIn(viewer)
      return written
    },
  },
}

/** Names are looked up when something is sent. @throws Refusal `invalid` at `address`. */
function checkAddress(text: string, settings: Settings): void {
  if (settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES) return
  const address = new URL(text)
  if (address.protocol !== 'https:') {
    throw invalid({ address: ['Enter an address that starts with https://'] })
  }
  try {
    refusePrivateHost(address)
  } catch (error) {
    if (!(error instanceof PrivateAddressError)) throw error
    throw invalid({ address: ['Enter an address on the internet, not in a private network'] })
  }
}
