import type { ApiClient } from '#lib/api/client.ts'
import type { WaitingListJoin } from '#lib/contract/waiting-list.ts'

type OfOffer = { id: number; offer_id: number }

/** Calls go by a token, else as who is signed in. It is asked for with each call. */
export function waitingListCalls(api: ApiClient, token: () => string | null) {
  const audience = () => (token() === null ? 'private' : 'public')
  const headers = () => {
    const known = token()
    return known === null ? {} : { 'Guest-User-Access-Token': known }
  }
  return {
    list: () => api.call(`GET ${audience()}/waiting-list/`, { headers: headers() }),
    join: async (body: WaitingListJoin, key: string | undefined) => {
      const query = key === undefined ? {} : { key }
      const guest = token()
      if (guest === null) {
        const entry = await api.call('POST private/waiting-list/', { body, query })
        return { entry, token: null }
      }
      const { access_token, ...entry } = await api.call('POST public/waiting-list/', {
        body,
        query,
        headers: { 'Guest-User-Access-Token': guest },
      })
      return { entry, token: access_token }
    },
    accept: (params: OfOffer) =>
      api.call(`POST ${audience()}/waiting-list/{id}/offers/{offer_id}/accept/`, {
        params,
        headers: headers(),
      }),
    decline: (params: OfOffer) =>
      api.call(`POST ${audience()}/waiting-list/{id}/offers/{offer_id}/decline/`, {
        params,
        headers: headers(),
      }),
    leave: (id: number) =>
      api.call(`DELETE ${audience()}/waiting-list/{id}/`, {
        params: { id },
        headers: headers(),
      }),
  }
}
