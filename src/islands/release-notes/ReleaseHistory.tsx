import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newestFirst, type Release } from '#lib/release-notes/release-notes.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { ReleaseSections } from './ReleaseSections.tsx'
import { isRead, loadReleases, rememberRead } from './releases.ts'

export function ReleaseHistory() {
  const [queries] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queries}>
      <Releases />
    </QueryClientProvider>
  )
}

type Shown = Release & { isUnread: boolean }

const history = {
  ...atOnce,
  queryKey: ['releases'],
  queryFn: async (): Promise<Shown[]> => {
    const releases = newestFirst(await loadReleases())
    const read = releases.findIndex(({ version }) => isRead(version))
    return releases.map((release, place) => ({ ...release, isUnread: read < 0 || place < read }))
  },
  staleTime: Number.POSITIVE_INFINITY,
}

function Releases() {
  const { data, error, isFetching, refetch } = useQuery(history)
  useEffect(() => {
    for (const { version, isUnread } of data ?? []) if (isUnread) rememberRead(version)
  }, [data])
  if (error) {
    return (
      <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>The release notes could not be loaded. Check your connection, then try again.</p>
        <Button look="secondary" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) return <Loading label="Loading the release notes" />
  if (data.length === 0) return <p className="card">There are no release notes yet.</p>
  return (
    <ol className="flex flex-col gap-6">
      {data.map((release) => (
        <OneRelease key={release.version} release={release} />
      ))}
    </ol>
  )
}

function OneRelease({ release }: { release: Shown }) {
  const { version, month, sections, isUnread } = release
  return (
    <li className="card">
      <article className="prose wrap-anywhere">
        <h2 className="mt-0 flex flex-wrap items-baseline gap-x-3">
          Release {version}
          {isUnread && ' '}
          {isUnread && <span className="tag">New</span>}
        </h2>
        {month && <p className="hint">{month}</p>}
        <ReleaseSections sections={sections} />
      </article>
    </li>
  )
}
