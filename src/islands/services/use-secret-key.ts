import { useCallback, useEffect, useState } from 'react'
import { secretKeyOf } from '#lib/catalogue/secret-key.ts'
import { pageWithKey, rememberedKey, rememberKey } from './secret-key.ts'

/**
 * The secret key of this session, null while there is none. A key that arrives in the address is
 * remembered. Setting or removing one loads the page anew, which then shows what it opens.
 */
export function useSecretKey(navigate: (address: string) => void) {
  const [key, setKey] = useState<string | null>(null)
  // The server knows no session storage: the key appears once the island is alive.
  useEffect(() => {
    const arrived = secretKeyOf(new URL(location.href))
    if (arrived) rememberKey(arrived)
    setKey(arrived ?? rememberedKey())
  }, [])
  const changeKey = useCallback(
    (next: string | null) => {
      rememberKey(next)
      setKey(next)
      navigate(pageWithKey(location.href, next))
    },
    [navigate],
  )
  return { key, changeKey }
}
