import { ApiError } from '#lib/api/api-error.ts'
import { Button } from '../Button.tsx'
import { Loading } from './Loading.tsx'

type QueryStatusProps = {
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  what: string
  loading?: string
}

/** Says that something could not be loaded, or is not there yet; nothing once it is there. */
export function QueryStatus({ query, what, loading }: QueryStatusProps) {
  if (!query.error) {
    return query.data === undefined && loading ? <Loading label={loading} /> : null
  }
  const { sentences, canRetry } = explained(query.error)
  return (
    <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p className="font-semibold">We could not load {what}.</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {canRetry && (
        <Button look="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function explained(error: unknown): { sentences: readonly string[]; canRetry: boolean } {
  if (!(error instanceof ApiError)) return { sentences: ['Something went wrong.'], canRetry: true }
  if (error.status === 400) {
    const refused = Object.entries(error.fields).map(([field, messages]) =>
      [field.replaceAll('_', ' '), messages.join(' ')].join(': '),
    )
    return {
      sentences: ['The address of this page is not right:', ...refused],
      canRetry: false,
    }
  }
  if (error.code === 'not_allowed') {
    return { sentences: ['You no longer have permission to see this.'], canRetry: false }
  }
  if (error.code === 'not_signed_in') {
    return { sentences: ['You are signed out. Sign in, then try again.'], canRetry: true }
  }
  return { sentences: [error.detail], canRetry: true }
}
