import type { ReactNode } from 'react'
import type { Availability } from '#lib/contract/availabilities.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { formatPlainDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../ui/Button.tsx'
import type { AvailabilityDraft } from './availability-draft.ts'
import { ScopeQuestion } from './ScopeQuestion.tsx'

type DeleteQuestionProps = {
  availability: Availability
  draft: AvailabilityDraft
  onDraft: (draft: AvailabilityDraft) => void
  errors: FieldErrors
  pending: boolean
  alert: ReactNode
  onConfirm: () => void
  onKeep: () => void
}

export function DeleteHoursQuestion(props: DeleteQuestionProps) {
  const { availability, draft, onDraft, errors, pending, alert, onConfirm, onKeep } = props
  const general = errors['non_field_errors']
  const isReady = !availability.recurring || draft.scope === 'all' || draft.date !== ''
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && isReady) onConfirm()
      }}
    >
      <p>
        <strong>{availability.staff_name}</strong>, {availability.room_name},{' '}
        {availability.site.name}: {availability.description}.
      </p>
      {availability.recurring && (
        <ScopeQuestion
          legend="What do you want to delete?"
          draft={draft}
          onDraft={onDraft}
          error={errors['date']?.join('. ')}
        />
      )}
      <p>{whatHappens(availability, draft)}</p>
      {general && (
        <p role="alert" className="banner banner-danger">
          {general.join('. ')}.
        </p>
      )}
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look="danger"
          pending={pending}
          pendingLabel="Deleting"
          unavailable={!isReady}
        >
          Delete
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </form>
  )
}

function whatHappens(
  { recurring, staff_name }: Availability,
  { scope, date }: AvailabilityDraft,
): string {
  const will = `${staff_name} will not work these hours`
  if (!recurring || scope === 'all') return `${will} from now on. Past hours stay as they were.`
  const day = date ? formatPlainDate(date) : 'that day'
  return scope === 'one'
    ? `${will} on ${day}. Other days stay as they are.`
    : `${will} on ${day} and every day after it.`
}
