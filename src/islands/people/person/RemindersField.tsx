type RemindersFieldProps = {
  id: string
  value: 'email' | 'none'
  onChange: (value: 'email' | 'none') => void
}

/** Below the email address that they are sent to. */
export const RemindersField = ({ id, value, onChange }: RemindersFieldProps) => (
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
