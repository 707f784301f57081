import type { logoutMachine } from '#machines/identity/logout.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const logoutCatalogue = {
  events: {
    'signOut.requested': [{ type: 'signOut.requested' }],
    'signOut.declined': [{ type: 'signOut.declined' }],
    'popup.requested': [{ type: 'popup.requested' }],
    'fullPage.chosen': [{ type: 'fullPage.chosen' }],
    'check.retried': [{ type: 'check.retried' }],
    'connection.restored': [{ type: 'connection.restored' }],
  },
  results: {
    openPopup: { opened: [{ kind: 'opened' }], blocked: [{ kind: 'blocked' }] },
    lookAtPopup: { open: [{ kind: 'open' }], closed: [{ kind: 'closed' }] },
    leaveForSignOut: { done: [undefined] },
    checkLogout: { signedOut: [{ kind: 'signedOut' }], signedIn: [{ kind: 'signedIn' }] },
    signOutLocally: { done: [undefined] },
    goToStart: { done: [undefined] },
  },
  delays: { 'logout.waiting.pausing': { name: 'popupPoll', milliseconds: 500 } },
} satisfies Catalogue<typeof logoutMachine>
