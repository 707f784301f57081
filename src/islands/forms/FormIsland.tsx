import { type ReactNode, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { FormAudience } from '#lib/forms/form-address.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { givenToken, showAccessToken } from '../booking/manage/token-in-address.ts'
import { sessionApi } from '../session/api.ts'
import { browserNavigation, type FormCalls, type FormNavigation, formCalls } from './form-calls.ts'

export type FormIslandProps = {
  /** Of what the page shows. */
  id: number
  audience: FormAudience
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient
  /** The browser's, unless a test looks where it goes. */
  navigation?: FormNavigation
}

/** What every page about forms needs: the calls of its audience. A guest's link is in the address. */
export function FormIsland(props: FormIslandProps & { children: (calls: FormCalls) => ReactNode }) {
  const { audience, settings, api, navigation, children } = props
  const [calls] = useState(() =>
    formCalls(
      api ?? sessionApi(settings),
      audience,
      tokenOfLink(),
      navigation ?? browserNavigation,
    ),
  )
  useEffect(() => {
    const token = calls.token()
    if (token === null) return
    // The link that skips to the content has another fragment.
    const show = () => showAccessToken(token)
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [calls])
  return <div className="flex flex-col gap-6">{children(calls)}</div>
}

/** Known from the first call on, whatever becomes of the fragment. */
function tokenOfLink(): () => string | null {
  let taken: string | null = null
  return () => {
    taken ??= givenToken()
    return taken
  }
}
