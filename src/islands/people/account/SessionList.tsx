import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { SignedInSession } from '#lib/contract/identity.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { notify } from '../../ui/feedback/notify.ts'

/**
 * They are looked at again when somebody comes back to the page after this long, in milliseconds.
 */
const FRESH_FOR = 30_000
const KEY = ['sessions']

type SessionListProps = {
  sessions: readonly SignedInSession[]
}

export function SessionList({ sessions: known }: SessionListProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const { data: sessions } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.call('GET private/sessions/')).results,
    initialData: known,
    staleTime: FRESH_FOR,
  })
  const ending = useMutation({
    // Without a network it fails at once, rather than wait and be sent hours later.
    networkMode: 'always',
    mutationFn: (session: SignedInSession | 'others') => end(api, session),
    onSuccess: async (_, session) => {
      await queries.invalidateQueries({ queryKey: KEY })
      heading.current?.focus()
      notify(
        session === 'others' ? 'Signed out everywhere else' : `Signed out: ${formatName(session)}`,
      )
    },
  })
  const signOut = (session: SignedInSession | 'others') => {
    if (queries.isMutating() === 0) ending.mutate(session)
  }
  const isEnding = (session: SignedInSession | 'others') =>
    ending.isPending && ending.variables === session
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="heading-2">
        Where you are signed in
      </h2>
      <ul className="flex flex-col gap-3">
        {sessions.map((session) => (
          <li key={session.id} className="card flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold">
                {formatName(session)}{' '}
                {session.is_current && <span className="tag">This browser</span>}
              </p>
              <p className="hint">Last used at {formatDateTime(session.last_seen, timeZone)}</p>
              <p className="hint">Signed in at {formatDateTime(session.created, timeZone)}</p>
            </div>
            {!session.is_current && (
              <Button
                look="secondary"
                small
                pending={isEnding(session)}
                unavailable={ending.isPending}
                onClick={() => signOut(session)}
              >
                Sign out{' '}
                <span className="visually-hidden">
                  {formatName(session)}, last used at {formatDateTime(session.last_seen, timeZone)}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending.isError && isUnsent(ending.error) && (
        <OfflineAlert>
          You are offline, so nothing was signed out. Try again when you have a connection.
        </OfflineAlert>
      )}
      {ending.isError && !isUnsent(ending.error) && (
        <FormAlert look="banner-danger">
          We do not know if that worked. Try again. If somebody else may be using your account,
          change your password too.
        </FormAlert>
      )}
      {sessions.length > 1 && (
        <div className="flex flex-col items-start gap-2">
          <Button
            look="danger"
            pending={isEnding('others')}
            unavailable={ending.isPending}
            onClick={() => signOut('others')}
          >
            Sign out everywhere else
          </Button>
          <p className="hint">You will stay signed in on this device.</p>
        </div>
      )}
    </section>
  )
}

const isUnsent = (error: unknown) => error instanceof ApiError && error.isUnsent

const formatName = ({ browser }: SignedInSession) => browser || 'Unknown browser'

async function end(api: ApiClient, session: SignedInSession | 'others'): Promise<void> {
  if (session === 'others') return await api.call('DELETE private/sessions/')
  try {
    await api.call('DELETE private/sessions/{id}/', { params: { id: session.id } })
  } catch (error) {
    // It has ended in between, which was wanted.
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
