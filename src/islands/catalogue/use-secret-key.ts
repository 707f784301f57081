import { useCallback, useEffect, useState } from 'react'
import { parseSecretKey } from '#lib/catalogue/service-query.ts'
import { pageWithKey, rememberedKey, rememberKey } from './secret-key.ts'

export function useSecretKey(navigate: (address: string) => void) {
  const [key, setKey] = useState<string | null>(null)
  useEffect(() => {
    setKey(parseSecretKey(new URL(location.href)) ?? rememberedKey())
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
