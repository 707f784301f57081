import { useSyncExternalStore } from 'react'

const NARROW = '(width < 48rem)'

function subscribeNarrow(listener: () => void) {
  const media = matchMedia(NARROW)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export const useIsNarrow = () =>
  useSyncExternalStore(
    subscribeNarrow,
    () => matchMedia(NARROW).matches,
    () => false,
  )
