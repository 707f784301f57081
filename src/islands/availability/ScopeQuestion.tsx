import { useId } from 'react'
import type { AvailabilityScope } from '#lib/contract/availabilities.ts'
import { TextField } from '../ui/form/TextField.tsx'
import type { AvailabilityDraft } from './availability-draft.ts'

type ScopeQuestionProps = {
  legend: string
  draft: AvailabilityDraft
  onDraft: (draft: AvailabilityDraft) => void
  error: string | undefined
}

const SCOPES: readonly [AvailabilityScope, string][] = [
  ['one', 'One day only'],
  ['following', 'One day and all those after it'],
  ['all', 'All of it, from now on'],
]

export function ScopeQuestion({ legend, draft, onDraft, error }: ScopeQuestionProps) {
  const id = useId()
  const from = (scope: AvailabilityScope, date: string) =>
    onDraft({ ...draft, scope, date, ...(scope !== 'all' && date && { startDate: date }) })
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="label">{legend}</legend>
        <div className="flex flex-wrap gap-x-6">
          {SCOPES.map(([scope, text]) => (
            <label key={scope} className="choice">
              <input
                type="radio"
                name={`${id}-scope`}
                checked={draft.scope === scope}
                onChange={() => from(scope, draft.date)}
              />
              {text}
            </label>
          ))}
        </div>
      </fieldset>
      {draft.scope !== 'all' && (
        <TextField
          id="availability-date"
          label="Which day?"
          type="date"
          width="max-w-52"
          error={error}
          value={draft.date}
          onChange={(event) => from(draft.scope, event.target.value)}
        />
      )}
    </div>
  )
}
