import type { User } from '#lib/contract/users.ts'
import { reminderChoices } from '#lib/messages/message-labels.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'

type RemindersFieldProps = {
  id: string
  value: User['reminders']
  onChange: (value: User['reminders']) => void
  sendsTexts: boolean
}

export function RemindersField({ id, value, onChange, sendsTexts }: RemindersFieldProps) {
  if (sendsTexts || value === 'sms' || value === 'both') {
    return (
      <SelectField
        id={id}
        label="Send me reminders"
        choices={reminderChoices}
        value={value}
        onChange={({ target }) => onChange(target.value as User['reminders'])}
      />
    )
  }
  return (
    <label className="choice">
      <input
        id={id}
        type="checkbox"
        checked={value === 'email'}
        onChange={({ target }) => onChange(target.checked ? 'email' : 'none')}
      />
      Send me reminders by email
    </label>
  )
}
