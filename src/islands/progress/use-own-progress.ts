import { useEffect, useEffectEvent } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ProgressMessage } from '#lib/contract/progress.ts'
import type { OpenProgress } from './progress-channel.ts'

type OwnProgress = {
  api: ApiClient
  openProgress: OpenProgress
  /** What the work is called where it is told: of other work nothing is heard. */
  name: string
  isOn: boolean
}

/** Hears how far one's own work is; nothing where the channel cannot be opened. */
export function useOwnProgress(
  { api, openProgress, name, isOn }: OwnProgress,
  onMessage: (message: ProgressMessage) => void,
): void {
  const hear = useEffectEvent((message: ProgressMessage) => {
    if (message.name === name) onMessage(message)
  })
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let close: (() => void) | undefined
    void api
      .call('GET private/user-auth/user_details/')
      .then((me) => {
        if (!isOver) close = openProgress(me, hear)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      close?.()
    }
  }, [isOn, api, openProgress])
}
