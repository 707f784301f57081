import type { Viewer } from '#lib/contract/identity.ts'
import type { loginMachine } from '#machines/identity/login.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

/** A patient: nothing but their own records is open to them. */
export const patient: Viewer = {
  id: 7,
  uuid: '8a1d3c9e-62f1-4c3f-9a44-0b6a5f2f7d10',
  full_name: 'Robin Ashdown',
  permissions: [],
  is_staff: false,
  is_superuser: false,
  staff_id: null,
  expires_at: '2026-08-04T21:00:00Z',
  is_fresh: true,
}

/** A clinician who may read release notes. */
export const clinician: Viewer = {
  ...patient,
  id: 8,
  uuid: '0f6f7a52-7d0b-4f6e-8b58-93a2d9a1c0de',
  full_name: 'Asha Varma',
  permissions: ['clinic.view_release_notes'],
  is_staff: true,
  staff_id: 3,
}

export const receptionist: Viewer = { ...clinician, id: 9, full_name: 'Jo Hale', staff_id: null }
const locum: Viewer = { ...clinician, id: 10, full_name: 'Sam Reed', permissions: [] }

export const loginCatalogue = {
  events: {
    'signIn.requested': [
      { type: 'signIn.requested', redirect: null },
      { type: 'signIn.requested', redirect: '/user/appointments' },
    ],
    'signIn.needed': [
      { type: 'signIn.needed', isAgain: false },
      { type: 'signIn.needed', isAgain: true },
    ],
    'signIn.arrived': [{ type: 'signIn.arrived' }],
    'signIn.chosen': [{ type: 'signIn.chosen' }],
    'signIn.declined': [{ type: 'signIn.declined' }],
    'signedIn.elsewhere': [{ type: 'signedIn.elsewhere' }],
    'popup.requested': [{ type: 'popup.requested' }],
    'fullPage.chosen': [{ type: 'fullPage.chosen' }],
    'check.retried': [{ type: 'check.retried' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'releaseNotes.closed': [{ type: 'releaseNotes.closed' }],
  },
  results: {
    openPopup: { opened: [{ kind: 'opened' }], blocked: [{ kind: 'blocked' }] },
    lookAtPopup: { open: [{ kind: 'open' }], closed: [{ kind: 'closed' }] },
    leaveForSignIn: { done: [undefined] },
    checkLogin: {
      signedIn: [
        { kind: 'signedIn', viewer: patient },
        { kind: 'signedIn', viewer: clinician },
        { kind: 'signedIn', viewer: receptionist },
        { kind: 'signedIn', viewer: locum },
      ],
      signedOut: [{ kind: 'signedOut' }],
    },
    loadUserDetails: { loaded: [{ kind: 'loaded' }], signedOut: [{ kind: 'signedOut' }] },
    followRedirect: { leaving: [{ kind: 'leaving' }], staying: [{ kind: 'staying' }] },
    loadLatestReleaseNote: {
      unread: [{ kind: 'unread' }],
      nothingNew: [{ kind: 'nothingNew' }],
    },
    loadExpiringCompetencies: { done: [undefined] },
  },
  delays: { 'login.waiting.pausing': { name: 'popupPoll', milliseconds: 500 } },
} satisfies Catalogue<typeof loginMachine>
