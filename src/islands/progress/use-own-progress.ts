import { useEffect, useEffectEvent } from 'react'
import type { ProgressMessage } from '#lib/contract/progress.ts'
import { hearProgress } from './own-progress.ts'

/** Hears how far one's own work by this name is, in place of the page's own bar. */
export function useOwnProgress(
  { name, isOn }: { name: string; isOn: boolean },
  onMessage: (message: ProgressMessage) => void,
): void {
  const hear = useEffectEvent(onMessage)
  useEffect(() => (isOn ? hearProgress(name, (message) => hear(message)) : undefined), [isOn, name])
}
