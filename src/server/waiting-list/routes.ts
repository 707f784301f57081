import type { Handlers } from '../http/implement.ts'
import { offerAnswerRoutes } from './answer-offer.ts'
import { joiningRoutes } from './join-waiting-list.ts'
import { offerByHandRoutes } from './offer-by-hand.ts'
import {
  entriesForStaff,
  entriesOfPerson,
  entriesOfToken,
  leaveWaitingList,
  listOwnEntries,
} from './own-entries.ts'
import { listWaiting } from './waiting-list.ts'

export const waitingListRoutes = {
  'GET private/waiting-list/': (_request, call) => listOwnEntries(call, entriesOfPerson(call)),
  'GET public/waiting-list/': (_request, call) => listOwnEntries(call, entriesOfToken(call)),
  ...joiningRoutes,
  'DELETE private/waiting-list/{id}/': ({ params }, call) =>
    leaveWaitingList(call, entriesOfPerson(call), params.id),
  'DELETE public/waiting-list/{id}/': ({ params }, call) =>
    leaveWaitingList(call, entriesOfToken(call), params.id),
  ...offerAnswerRoutes,

  'GET admin/clinic/waiting-list/': ({ query }, call) => listWaiting(call, query),
  ...offerByHandRoutes,
  'DELETE admin/clinic/waiting-list/{id}/': ({ params }, call) =>
    leaveWaitingList(call, entriesForStaff(call), params.id, 'waiting_list.removed'),
} satisfies Handlers
