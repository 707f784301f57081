import { formatDate } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { TextField } from '../ui/form/TextField.tsx'
import { checkRepeat, occurrenceStart, type RepeatDraft, type RepeatErrors } from './repeat.ts'

type RepeatFieldsProps = {
  draft: RepeatDraft
  errors: RepeatErrors
  start: string
  onChange: (draft: RepeatDraft) => void
}

export function RepeatFields({ draft, errors, start, onChange }: RepeatFieldsProps) {
  const timeZone = useTimeZone()
  const { repeat } = checkRepeat(draft)
  const number = (name: 'everyWeeks' | 'times') => ({
    id: `repeat-${name}`,
    inputMode: 'numeric' as const,
    width: 'max-w-24',
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="fieldset-legend">How often</legend>
      {[
        { isRepeated: false, label: 'Once' },
        { isRepeated: true, label: 'Repeatedly' },
      ].map(({ isRepeated, label }) => (
        <label key={label} className="choice">
          <input
            type="radio"
            name="repeat"
            checked={draft.isRepeated === isRepeated}
            onChange={() => onChange({ ...draft, isRepeated })}
          />
          {label}
        </label>
      ))}
      {draft.isRepeated && (
        <div className="flex flex-col gap-4 border-s-4 border-line ps-4">
          <TextField {...number('everyWeeks')} label="How many weeks between appointments?" />
          <TextField {...number('times')} label="How many appointments in total?" />
          <p role="status" className="hint">
            {repeat &&
              `The last one is on ${formatDate(
                occurrenceStart(start, repeat.everyWeeks, repeat.times - 1, timeZone),
                timeZone,
              )}.`}
          </p>
        </div>
      )}
    </fieldset>
  )
}
