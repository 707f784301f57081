import { type ReactNode, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { FormAudience } from '#lib/forms/form-address.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { sessionApi } from '../identity/api.ts'
import { browserNavigation, type FormCalls, type FormNavigation, formCalls } from './form-calls.ts'
import { useLinkToken } from './use-link-token.ts'

export type FormIslandProps = {
  id: number
  audience: FormAudience
  settings: PublicSettings
  api?: ApiClient
  navigation?: FormNavigation
}

export function FormIsland(props: FormIslandProps & { children: (calls: FormCalls) => ReactNode }) {
  const { audience, settings, api, navigation, children } = props
  const token = useLinkToken()
  const [calls] = useState(() =>
    formCalls(api ?? sessionApi(settings), audience, token, navigation ?? browserNavigation),
  )
  return <div className="flex flex-col gap-6">{children(calls)}</div>
}
