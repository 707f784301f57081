import type { ReactNode } from 'react'
import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useReason } from '../../ui/form/use-reason.ts'
import { LONGEST_CHANGE_REASON } from '../record-text.ts'

type EnteredInErrorFormProps = {
  record: VaccinationRecord
  pending: boolean
  isOpen: boolean
  alert: ReactNode
  onSubmit: (reason: string) => void
}

export function EnteredInErrorForm(props: EnteredInErrorFormProps) {
  const { record, pending, isOpen, alert, onSubmit } = props
  const { form, field } = useReason({ isLocked: !isOpen, onReason: onSubmit })
  return (
    <form {...form} aria-label="Mark as entered in error" className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {record.product_name}, {formatCalendarDate(record.given_on)}. It stays readable and no
        longer counts as a dose. You cannot undo this.
      </p>
      <TextAreaField {...field} label="Why is it wrong?" limit={LONGEST_CHANGE_REASON} />
      {alert}
      {(isOpen || pending) && (
        <div>
          <Button type="submit" look="danger" pending={pending} pendingLabel="Saving">
            Mark as entered in error
          </Button>
        </div>
      )}
    </form>
  )
}
