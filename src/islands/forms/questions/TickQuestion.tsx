import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import { controlId } from './filling-context.ts'
import { useAnswer } from './use-answer.ts'

type TickProps = { item: FormItemByType<'checkbox'>; path: string; error: string | undefined }

export function TickQuestion({ item, path, error }: TickProps) {
  const { value, change, leave, ref } = useAnswer<boolean>(path, false)
  const id = controlId(path)
  const { label, hint, required } = item
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <FieldError id={id} error={error} />
      <label className="choice" htmlFor={id}>
        <input
          ref={ref}
          id={id}
          type="checkbox"
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={({ target }) => change(target.checked)}
          onBlur={leave}
        />
        <span className="wrap-anywhere">{required ? label : `${label} (optional)`}</span>
      </label>
      <FieldHint id={id} hint={hint} />
    </div>
  )
}
