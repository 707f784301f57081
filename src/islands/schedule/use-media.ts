import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    const update = (is: boolean) => flushSync(() => setPrinting(is))
    const onChange = () => update(media.matches)
    const before = () => update(true)
    const after = () => update(false)
    setPrinting(media.matches)
    media.addEventListener('change', onChange)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      media.removeEventListener('change', onChange)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}
