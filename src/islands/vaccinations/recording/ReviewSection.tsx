import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { useSectionFocus } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

type ReviewSectionProps = Pick<SectionProps, 'context' | 'pending' | 'send'>

export function ReviewSection({ context, pending, send }: ReviewSectionProps) {
  const { reason, entered } = context
  const section = useSectionFocus<HTMLDivElement>(reason !== '')
  return (
    <div ref={section} className="flex flex-col items-start gap-4">
      {reason && <FormAlert look="banner-danger">Nothing has been recorded. {reason}</FormAlert>}
      <Button
        pending={pending}
        pendingLabel="Recording"
        onClick={() => send({ type: 'recording.confirmed' })}
      >
        {entered.was_administered === false ? 'Record as not given' : 'Record vaccination'}
      </Button>
    </div>
  )
}
