import { useEffect, useState } from 'react'
import {
  showAccessToken,
  tokenInAddress,
} from '../own-appointments/appointment/token-in-address.ts'

/** It is null for those who are signed in. */
export function useLinkToken(): () => string | null {
  const [token] = useState(tokenOfLink)
  useEffect(() => {
    const linkToken = token()
    if (linkToken === null) return
    const show = () => showAccessToken(linkToken)
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [token])
  return token
}

/** Known from the first call on, whatever becomes of the fragment. */
function tokenOfLink(): () => string | null {
  let taken: string | null = null
  return () => {
    taken ??= tokenInAddress()
    return taken
  }
}
