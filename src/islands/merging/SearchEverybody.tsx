import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { progressBarMachine } from '#machines/ui/progress-bar.machine.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { ProgressBar } from '../progress/ProgressBar.tsx'
import { useOwnProgress } from '../progress/use-own-progress.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import '../progress/progress-bar.css'

const NAME = 'Search for duplicates'

type SearchEverybodyProps = {
  onEnded: () => void
}

export function SearchEverybody({ onEnded }: SearchEverybodyProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const query = useQuery(searchQuery(api))
  const [bar, send] = useMachine(progressBarMachine)
  const [start, setStart] = useState<'no' | 'pending' | 'failed'>('no')
  const isRunning = query.data?.is_running ?? false
  const progress = query.data?.progress ?? 0

  useOwnProgress({ name: NAME, isOn: isRunning }, (message) => {
    send({ type: 'progress.received', message })
    if (message.progress === 100) {
      void queries.invalidateQueries({ queryKey: ['duplicate-search'] })
    }
  })

  useEffect(() => {
    if (!isRunning) return
    return () => {
      send({ type: 'bar.hidden' })
      onEnded()
    }
  }, [isRunning, send, onEnded])

  useEffect(() => {
    const message = { type: 'progress' as const, progress, name: NAME }
    if (isRunning) send({ type: 'progress.received', message })
  }, [isRunning, progress, send])

  const begin = async () => {
    setStart('pending')
    try {
      const started = await api.call('POST admin/potential-duplicate-users/search/')
      queries.setQueryData(searchQuery(api).queryKey, started)
      setStart('no')
    } catch {
      setStart('failed')
    }
  }
  const ended = query.data?.ended
  return (
    <section aria-label={NAME} className="flex flex-col gap-3">
      {start === 'failed' && (
        <FormAlert look="banner-danger">The search could not be started. Try again.</FormAlert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="secondary"
          pending={start === 'pending' || isRunning}
          pendingLabel="Searching"
          onClick={() => void begin()}
        >
          Search all records
        </Button>
        {!isRunning && (
          <p>
            {ended
              ? `Last searched at ${formatDateTime(ended, timeZone)}. `
              : 'We search all records every night. '}
            We check new and changed records within a minute.
          </p>
        )}
      </div>
      <ProgressBar snapshot={bar} />
    </section>
  )
}

/** Somebody else's search reports its progress to them alone, so ours is asked for. */
const ASK_AGAIN_MS = 2_000

const searchQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['duplicate-search'],
    queryFn: ({ signal }) => api.call('GET admin/potential-duplicate-users/search/', { signal }),
    refetchInterval: ({ state }) => (state.data?.is_running ? ASK_AGAIN_MS : false),
  })
