import { RETRY_AFTER_MS, type silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const silentRenewCatalogue = {
  events: {
    'token.expiring': [{ type: 'token.expiring' }],
    'token.expired': [{ type: 'token.expired' }],
    'user.changed': [{ type: 'user.changed' }],
    'connection.lost': [{ type: 'connection.lost' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'offer.accepted': [{ type: 'offer.accepted' }],
    'offer.dismissed': [{ type: 'offer.dismissed' }],
  },
  results: {
    readUser: {
      absent: [{ kind: 'absent' }],
      present: [{ kind: 'present' }],
      expired: [{ kind: 'expired' }],
    },
    renewToken: {
      renewed: [{ kind: 'renewed' }],
      userChanged: [{ kind: 'userChanged' }],
      anonymous: [{ kind: 'anonymous' }],
      anotherSubject: [{ kind: 'anotherSubject' }],
      timedOut: [{ kind: 'timedOut' }],
      failed: [{ kind: 'failed', code: 'invalid_grant' }],
    },
    removeUser: { done: [undefined] },
    checkSignedIn: {
      signedIn: [{ kind: 'signedIn' }],
      signedOut: [{ kind: 'signedOut' }],
    },
    reloadPage: {
      reloading: [{ kind: 'reloading' }],
      unsavedWork: [{ kind: 'unsavedWork' }],
      reloadedLately: [{ kind: 'reloadedLately' }],
    },
  },
  delays: {
    'silentRenew.waitingToRetry': { name: 'beforeRetry', milliseconds: RETRY_AFTER_MS },
  },
} satisfies Catalogue<typeof silentRenewMachine>
