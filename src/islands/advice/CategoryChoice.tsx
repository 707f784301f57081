import { FieldError } from '../ui/form/Field.tsx'

export type AdviceCategory = { id: number; name: string }

type CategoryChoiceProps = {
  id: string
  offered: readonly AdviceCategory[]
  chosen: readonly number[]
  error: string | undefined
  isLocked: boolean
  onChange: (chosen: number[]) => void
}

export function CategoryChoice(props: CategoryChoiceProps) {
  const { id, offered, chosen, error, isLocked, onChange } = props
  if (offered.length === 0) return null
  const toggle = (category: number) =>
    onChange(
      chosen.includes(category)
        ? chosen.filter((other) => other !== category)
        : [...chosen, category],
    )
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={error ? 'field field-invalid' : 'field'}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="label">Categories (optional)</legend>
      <FieldError id={id} error={error} />
      <div className="grid max-h-64 gap-x-6 overflow-y-auto rounded border border-line px-3 sm:grid-cols-2">
        {offered.map((category) => (
          <label key={category.id} className="choice min-w-0">
            <input
              type="checkbox"
              checked={chosen.includes(category.id)}
              disabled={isLocked}
              onChange={() => toggle(category.id)}
            />
            <span className="min-w-0 wrap-anywhere">{category.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
