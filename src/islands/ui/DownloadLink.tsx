import { type MouseEvent, type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import { download } from './download.ts'

type DownloadLinkProps = { href: string; label?: string; children: ReactNode }

/**
 * A click fetches the file, so that a sentence says why there is none: left to itself the browser
 * would save the refusal, or show it in place of the page.
 */
export function DownloadLink({ href, label, children }: DownloadLinkProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isPending) return
    setPending(true)
    setProblem('')
    download(href)
      .catch((error: unknown) => {
        setProblem(describeError(error))
        if (error instanceof ApiError && error.status === 401) void offerSignIn(error.code)
      })
      .finally(() => setPending(false))
  }
  return (
    <>
      <a
        className="button button-secondary button-small"
        aria-label={label}
        aria-disabled={isPending || undefined}
        href={href}
        download
        onClick={click}
      >
        {isPending && <span className="spinner" aria-hidden="true" />}
        {children}
      </a>
      {problem && (
        <p role="alert" className="banner banner-danger">
          Your file was not downloaded. {problem}
        </p>
      )}
    </>
  )
}

const offerSignIn = async (code: ApiError['code']) =>
  (await import('../identity/api.ts')).offerSignIn(code)

const describeError = (error: unknown) => (error instanceof Error ? error.message : 'Try again.')
