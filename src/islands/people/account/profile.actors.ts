import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { OwnUser, ProfileWrite } from '#lib/contract/users.ts'
import { profileMachine, type SaveDetailsResult } from '#machines/people/profile.machine.ts'

export type ProfileDeps = {
  api: ApiClient
  queries: QueryClient
  userId: number
  /** Puts a new name into the header. */
  refreshAccount: () => Promise<void>
}

export const userDetailsQuery = (api: ApiClient) =>
  queryOptions<OwnUser>({
    queryKey: ['user-details'],
    queryFn: () => api.call('GET private/user-auth/user_details/'),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function profileWithActors(deps: ProfileDeps) {
  return profileMachine.provide({
    actors: {
      saveDetails: fromPromise<SaveDetailsResult, { details: ProfileWrite | null }>(({ input }) =>
        saveDetails(deps, input.details),
      ),
      reloadDetails: fromPromise<void, undefined>(() => reloadDetails(deps)),
    },
  })
}

async function saveDetails(
  { api, queries, userId }: ProfileDeps,
  details: ProfileWrite | null,
): Promise<SaveDetailsResult> {
  if (!details) throw new Error('There are no details to save')
  try {
    const saved = await api.call('PUT private/users/{id}/', {
      params: { id: userId },
      body: details,
    })
    queries.setQueryData(userDetailsQuery(api).queryKey, saved)
    return { kind: 'saved' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 400) return { kind: 'refused', fields: error.fields }
    if (error.status === 401) return { kind: 'signedOut' }
    if (error.status === 404) return { kind: 'notTheirs' }
    throw error
  }
}

async function reloadDetails({ api, queries, refreshAccount }: ProfileDeps): Promise<void> {
  refreshAccount().catch(() => undefined)
  await queries.fetchQuery({ ...userDetailsQuery(api), staleTime: 0 })
}
