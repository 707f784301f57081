import { useContext, useEffect, useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { MOST_ENTRIES } from '#lib/contract/forms/form-constants.ts'
import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import type { ShownItem } from '#lib/forms/evaluate-form.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import { controlId, FilesContext, useFilling } from './filling-context.ts'
import { Questions } from './Questions.tsx'

type GroupProps = {
  item: FormItemByType<'group'>
  path: string
  error: string | undefined
  entries: readonly (readonly ShownItem[])[]
  problemOf: (path: string) => string | undefined
}

export function GroupQuestion({ item, path, error, entries, problemOf }: GroupProps) {
  const { control } = useFilling()
  const files = useContext(FilesContext)
  const array = useFieldArray({ control: control as never, name: path as never })
  const id = controlId(path)
  const { min = 0, max = MOST_ENTRIES } = item
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    document.getElementById(next.current)?.focus()
    next.current = null
  })
  const add = () => {
    next.current = `${id}-${array.fields.length}`
    array.append({} as never, { shouldFocus: false })
  }
  const remove = (index: number) => {
    next.current = `${id}-add`
    array.remove(index)
  }
  return (
    <fieldset className={error ? 'field field-invalid' : 'field'} id={id} tabIndex={-1}>
      <legend className="label mb-1">{item.label}</legend>
      <FieldHint id={id} hint={item.hint} />
      <FieldError id={id} error={error} />
      <ol className="flex flex-col gap-4">
        {array.fields.map((field, index) => (
          <li key={field.id} className="card flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 id={`${id}-${index}`} tabIndex={-1} className="font-semibold">
                {item.label} {index + 1}
              </h3>
              {array.fields.length > min && (
                <Button
                  look="quiet"
                  small
                  // A file on its way would find another entry in its place.
                  unavailable={files?.isSendingIn(path) === true}
                  onClick={() => remove(index)}
                >
                  Remove{' '}
                  <span className="visually-hidden">
                    {item.label} {index + 1}
                  </span>
                </Button>
              )}
            </div>
            <Questions items={entries[index] ?? []} problemOf={problemOf} />
          </li>
        ))}
      </ol>
      {array.fields.length < max && (
        <div className="mt-3">
          <Button id={`${id}-add`} look="secondary" onClick={add}>
            {item.add_label ?? (array.fields.length > 0 ? 'Add another' : 'Add one')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
