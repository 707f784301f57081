import { findVisibility, isUnlocked, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { byGuestToken, byPerson } from '../own-appointments/own-appointment.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import {
  entryToken,
  joinerByPerson,
  joinerByToken,
  joinerForStaff,
  joinWaitingList,
} from './join-waiting-list.ts'
import { offerByHand, takeOfferBack, timesToOffer } from './offer-by-hand.ts'
import {
  entriesForStaff,
  entriesOfPerson,
  entriesOfToken,
  leaveWaitingList,
  listOwnEntries,
} from './own-entries.ts'
import { findWaitingRow, listWaiting, presentWaitingRow } from './waiting-list.ts'

const visibilityByKey = ({ services }: Call, { key }: { key?: string | undefined }) =>
  visibilityOfVisitor(isUnlocked(services.settings, key))

export const waitingListRoutes = {
  'GET private/waiting-list/': (_request, call) => listOwnEntries(call, entriesOfPerson(call)),
  'GET public/waiting-list/': (_request, call) => listOwnEntries(call, entriesOfToken(call)),
  'POST private/waiting-list/': ({ body, query }, call) => {
    const { personId } = call.viewer
    const joiner = joinerByPerson(entriesOfPerson(call), personId, byPerson(call))
    return joinWaitingList(call, joiner, body, visibilityByKey(call, query))
  },
  'POST public/waiting-list/': async ({ body, query }, call) => {
    const joiner = joinerByToken(entriesOfToken(call), call, byGuestToken(call))
    const entry = await joinWaitingList(call, joiner, body, visibilityByKey(call, query))
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
  'POST admin/clinic/waiting-list/': async ({ body: { patient_id, ...preference } }, call) => {
    const joiner = joinerForStaff(entriesForStaff(call), call.viewer.personId, patient_id)
    const { id } = await joinWaitingList(call, joiner, preference, findVisibility(call.viewer))
    return presentWaitingRow(await findWaitingRow(call.services.db, call.services, id), call.viewer)
  },
  'GET admin/clinic/waiting-list/{id}/times/': ({ params }, call) => timesToOffer(call, params.id),
  'POST admin/clinic/waiting-list/{id}/offers/': ({ params, body }, call) =>
    offerByHand(call, params.id, body),
  'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/': ({ params }, call) =>
    takeOfferBack(call, params.id, params.offer_id),
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/accept/': ({ params }, call) =>
    acceptOffer(call, entriesForStaff(call), { id: params.id, offerId: params.offer_id }),
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/decline/': ({ params }, call) =>
    declineOffer(call, entriesForStaff(call), { id: params.id, offerId: params.offer_id }),
  'DELETE admin/clinic/waiting-list/{id}/': ({ params }, call) =>
    leaveWaitingList(call, entriesForStaff(call), params.id, 'waiting_list.removed'),
} satisfies Handlers
