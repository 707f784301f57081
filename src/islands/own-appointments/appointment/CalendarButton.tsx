import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { download } from '../../ui/download.ts'
import type { CalendarAddress } from './own-appointment-calls.ts'

type CalendarButtonProps = { calendar: CalendarAddress; children: ReactNode }

/** It is no link, because a guest's file is opened by a header. */
export function CalendarButton({ calendar: { href, headers }, children }: CalendarButtonProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const press = () => {
    setPending(true)
    setProblem('')
    download(href, headers)
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setPending(false))
  }
  return (
    <>
      <Button look="secondary" pending={isPending} pendingLabel="Downloading" onClick={press}>
        {children}
      </Button>
      {problem && (
        <p role="alert" className="banner banner-danger">
          Your calendar file was not downloaded. {problem}
        </p>
      )}
    </>
  )
}
