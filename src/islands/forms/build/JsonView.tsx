import { useRef, useState } from 'react'
import { unknownProperties } from '#lib/contract/forms/form-definition.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { fillableDefinition } from '#lib/forms/fillable-definition.ts'
import { readJson } from '#lib/text/json-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useSettledBlur } from '../../ui/form/use-settled-blur.ts'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { useBuilding } from './building.ts'

export const jsonFieldId = 'form-json'

type JsonViewProps = { typed: string | null; onTyped: (typed: string | null) => void }

/** The same form as JSON, which can be changed by hand and takes effect as a whole. */
export function JsonView({ typed, onTyped }: JsonViewProps) {
  const { items, send } = useBuilding()
  const [errors, setErrors] = useState<readonly string[]>(() => problemsIn(typed))
  const focusNext = useNextFocus()
  const settledBlur = useSettledBlur()
  const latest = useRef(typed)
  latest.current = typed
  const unknown = unknownProperties(typed === null ? items : [])
  const apply = () => {
    const read = readItems(typed ?? '')
    if ('problems' in read) return setErrors(read.problems)
    send({ type: 'form.replaced', items: read })
    drop()
  }
  const drop = () => {
    focusNext(jsonFieldId)
    onTyped(null)
    setErrors([])
  }
  return (
    <div className="flex flex-col gap-4">
      {errors.length > 0 && (
        <div role="alert" className="banner banner-warn">
          <ul>
            {errors.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {unknown.length > 0 && (
        <ul className="banner">
          {unknown.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <TextAreaField
        id={jsonFieldId}
        label="JSON of this form"
        limit={undefined}
        hint="A list of items. An item without an id gets one. What you type counts once you choose “Use this JSON”."
        code
        rows={16}
        value={typed ?? JSON.stringify(items, null, 2)}
        onChange={({ target }) => onTyped(target.value)}
        onBlur={() => settledBlur(() => setErrors(problemsIn(latest.current)))}
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

function readItems(text: string): readonly FormItem[] | { problems: readonly string[] } {
  const json = readJson(text)
  if ('problem' in json) return { problems: [json.problem] }
  const read = fillableDefinition.safeParse(json.value)
  return read.success ? read.data : { problems: read.error.issues.map(({ message }) => message) }
}

function problemsIn(typed: string | null): readonly string[] {
  const read = typed === null ? [] : readItems(typed)
  return 'problems' in read ? read.problems : []
}
