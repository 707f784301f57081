import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary, type SummarisedError } from '../../ui/form/ErrorSummary.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { useSectionFocus } from './section-form.ts'

type SectionFormProps = {
  title: string
  state: { summary: readonly SummarisedError[]; attempt: number; submit: () => void }
  pending?: boolean
  pendingLabel?: string
  /** Refused from elsewhere: the summary of its errors has the focus. */
  isRefused: boolean
  more?: ReactNode
  children: ReactNode
}

/** Enter in any of its fields goes on, except in a text of several lines. */
export function SectionForm(props: SectionFormProps) {
  const { title, state, pending = false, isRefused, more, children } = props
  const form = useSectionFocus<HTMLFormElement>(isRefused)
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      className="flex flex-col gap-4"
      onKeyDown={(event) => {
        // A browser would open the list, as Space does.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
        event.preventDefault()
        state.submit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusTooLong(event.currentTarget)) state.submit()
      }}
    >
      <ErrorSummary errors={state.summary} attempt={state.attempt} />
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel={props.pendingLabel ?? 'Checking'}>
          Continue
        </Button>
        {more}
      </div>
    </form>
  )
}
