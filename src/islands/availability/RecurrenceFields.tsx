import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import type { AvailabilityDraft } from './availability-draft.ts'
import { DaysOffField } from './DaysOffField.tsx'

type RecurrenceFieldsProps = {
  draft: AvailabilityDraft
  onChange: (changes: Partial<AvailabilityDraft>) => void
  errorOf: (field: string) => string | undefined
}

const DAILY = '3'
const FREQUENCIES = [
  { value: DAILY, label: 'Days' },
  { value: '2', label: 'Weeks' },
  { value: '1', label: 'Months' },
  { value: '0', label: 'Years' },
]
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, value) => ({
  label,
  value,
}))
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'
  .split(' ')
  .map((label, index) => ({ label, value: index + 1 }))

export function RecurrenceFields({ draft, onChange, errorOf }: RecurrenceFieldsProps) {
  return (
    <>
      <label className="choice">
        <input
          type="checkbox"
          checked={draft.recurring}
          onChange={() => onChange({ recurring: !draft.recurring })}
        />
        Repeats
      </label>
      {draft.recurring && (
        <div className="flex flex-col gap-4 border-s-4 border-line ps-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              id="availability-repeat-every"
              label="Every"
              inputMode="numeric"
              maxLength={3}
              error={errorOf('repeat_every')}
              value={draft.repeatEvery}
              onChange={(event) => onChange({ repeatEvery: event.target.value })}
            />
            <SelectField
              id="availability-freq"
              label="Days, weeks or months"
              choices={FREQUENCIES}
              value={draft.freq}
              onChange={(event) => onChange({ freq: event.target.value })}
            />
            <TextField
              id="availability-until"
              type="date"
              label="Until"
              error={errorOf('recurring_until')}
              value={draft.until}
              onChange={(event) => onChange({ until: event.target.value })}
            />
          </div>
          <Some
            legend="Only on"
            hint={
              draft.freq === DAILY
                ? 'Tick none for every day'
                : 'Leave blank to repeat on the day of the first date'
            }
            choices={WEEKDAYS}
            value={draft.weekdays}
            onChange={(weekdays) => onChange({ weekdays })}
          />
          <Some
            legend="Only in"
            hint="Leave blank for every month"
            choices={MONTHS}
            value={draft.months}
            onChange={(months) => onChange({ months })}
          />
          <label className="choice">
            <input
              type="checkbox"
              checked={draft.exceptBankHolidays}
              onChange={() => onChange({ exceptBankHolidays: !draft.exceptBankHolidays })}
            />
            Not on bank holidays
          </label>
          {draft.exceptBankHolidays && (
            <label className="choice ml-8">
              <input
                type="checkbox"
                checked={draft.exceptHolidayDates}
                onChange={() => onChange({ exceptHolidayDates: !draft.exceptHolidayDates })}
              />
              Nor on 25 and 26 December and 1 January when they are on a weekend
            </label>
          )}
          <DaysOffField
            value={draft.exceptions}
            onChange={(exceptions) => onChange({ exceptions })}
            error={errorOf('exceptions')}
          />
        </div>
      )}
    </>
  )
}

type SomeProps = {
  legend: string
  hint: string
  choices: readonly { value: number; label: string }[]
  value: readonly number[]
  onChange: (value: readonly number[]) => void
}

function Some({ legend, hint, choices, value, onChange }: SomeProps) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <p className="hint">{hint}</p>
      <div className="flex flex-wrap items-center gap-x-4">
        {choices.map((choice) => (
          <label key={choice.value} className="choice">
            <input
              type="checkbox"
              checked={value.includes(choice.value)}
              onChange={() =>
                onChange(
                  value.includes(choice.value)
                    ? value.filter((other) => other !== choice.value)
                    : [...value, choice.value].sort((a, b) => a - b),
                )
              }
            />
            {choice.label}
          </label>
        ))}
        {value.length > 0 && (
          <Button look="quiet" small onClick={() => onChange([])}>
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  )
}
