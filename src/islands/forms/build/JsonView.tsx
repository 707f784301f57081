import { useState } from 'react'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { readJson } from '#lib/json-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useBuilding } from './building.ts'

/** The same form as JSON, which can be changed by hand and takes effect as a whole. */
export function JsonView() {
  const { items, send } = useBuilding()
  const [typed, setTyped] = useState<string | null>(null)
  const [errors, setErrors] = useState<readonly string[]>([])
  const apply = () => {
    const text = readJson(typed ?? '')
    if ('problem' in text) return setErrors([text.problem])
    const read = formDefinition.safeParse(text.value)
    if (read.success) {
      send({ type: 'form.replaced', items: read.data as readonly FormItem[] })
      setTyped(null)
    }
    setErrors(read.error?.issues.map(({ message }) => message) ?? [])
  }
  const drop = () => {
    setTyped(null)
    setErrors([])
  }
  return (
    <div className="flex flex-col gap-4">
      {errors.length > 0 && (
        <div role="alert" className="banner banner-warning">
          <ul>
            {errors.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <TextAreaField
        id="form-json"
        label="JSON of this form"
        limit={undefined}
        hint="A list of items. An item without an id gets one."
        code
        rows={16}
        value={typed ?? JSON.stringify(items, null, 2)}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed !== null && (
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={apply}>
            Use this JSON
          </Button>
          <Button look="quiet" onClick={drop}>
            Drop these changes
          </Button>
        </div>
      )}
    </div>
  )
}
