import { byGuestToken, byPerson } from '../booking/own-appointment.ts'
import type { Handlers } from '../http/implement.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { entryToken, joinerByPerson, joinerByToken, joinWaitingList } from './join-waiting-list.ts'
import { offerByHand, takeOfferBack, timesToOffer } from './offer-by-hand.ts'
import { entriesOfPerson, entriesOfToken, leaveWaitingList, listOwnEntries } from './own-entries.ts'
import { listWaiting, removeFromWaitingList } from './waiting-list.ts'

export const waitingListRoutes = {
  'GET private/waiting-list/': (_request, call) => listOwnEntries(call, entriesOfPerson(call)),
  'GET public/waiting-list/': (_request, call) => listOwnEntries(call, entriesOfToken(call)),
  'POST private/waiting-list/': ({ body, query }, call) => {
    const { personId } = call.viewer
    const joiner = joinerByPerson(entriesOfPerson(call), personId, byPerson(call))
    return joinWaitingList(call, joiner, body, query.key)
  },
  'POST public/waiting-list/': async ({ body, query }, call) => {
    const joiner = joinerByToken(entriesOfToken(call), call, byGuestToken(call))
    const entry = await joinWaitingList(call, joiner, body, query.key)
    return { ...entry, access_token: entryToken(call, entry.id) }
  },
  'DELETE private/waiting-list/{id}/': ({ params }, call) =>
    leaveWaitingList(call, entriesOfPerson(call), params.id),
  'DELETE public/waiting-list/{id}/': ({ params }, call) =>
    leaveWaitingList(call, entriesOfToken(call), params.id),
  'POST private/waiting-list/{id}/offers/{offer_id}/accept/': ({ params }, call) =>
    acceptOffer(call, entriesOfPerson(call), { id: params.id, offerId: params.offer_id }),
  'POST public/waiting-list/{id}/offers/{offer_id}/accept/': ({ params }, call) =>
    acceptOffer(call, entriesOfToken(call), { id: params.id, offerId: params.offer_id }),
  'POST private/waiting-list/{id}/offers/{offer_id}/decline/': ({ params }, call) =>
    declineOffer(call, entriesOfPerson(call), { id: params.id, offerId: params.offer_id }),
  'POST public/waiting-list/{id}/offers/{offer_id}/decline/': ({ params }, call) =>
    declineOffer(call, entriesOfToken(call), { id: params.id, offerId: params.offer_id }),

  'GET admin/clinic/waiting-list/': ({ query }, call) => listWaiting(call, query),
  'GET admin/clinic/waiting-list/{id}/times/': ({ params }, call) => timesToOffer(call, params.id),
  'POST admin/clinic/waiting-list/{id}/offers/': ({ params, body }, call) =>
    offerByHand(call, params.id, body),
  'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/': ({ params }, call) =>
    takeOfferBack(call, params.id, params.offer_id),
  'DELETE admin/clinic/waiting-list/{id}/': ({ params }, call) =>
    removeFromWaitingList(call, params.id),
} satisfies Handlers
