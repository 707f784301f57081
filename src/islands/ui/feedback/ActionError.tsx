import { Button } from '../Button.tsx'

type ActionErrorProps = {
  state: 'refused' | 'unanswered'
  about?: string | undefined
  reason: string
  onRead: () => void
  onRetry: () => void
}

export function ActionError({ state, about, reason, onRead, onRetry }: ActionErrorProps) {
  if (state === 'refused') {
    return (
      <section role="alert" className="banner banner-warn flex flex-col items-start gap-3">
        <p>
          {about ? `We have not changed ${about}` : 'Nothing was changed'}. {reason}
        </p>
        <Button look="secondary" small onClick={onRead}>
          Close
        </Button>
      </section>
    )
  }
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>
        We did not get an answer, so we do not know if{' '}
        {about ? `${about} was changed` : 'this was done'}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button small onClick={onRetry}>
          Try again
        </Button>
        <Button look="secondary" small onClick={onRead}>
          Look again
        </Button>
      </div>
    </section>
  )
}

export function problemIn(snapshot: {
  matches: (state: 'refused' | 'unanswered') => boolean
}): ActionErrorProps['state'] | null {
  if (snapshot.matches('refused')) return 'refused'
  return snapshot.matches('unanswered') ? 'unanswered' : null
}
