import { type ReactNode, useState } from 'react'
import type { Insertion } from '#lib/outcomes/insertions.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import type { useQuestionForm } from '../../ui/form/use-question-form.ts'
import type { RecordDraft, WrittenRecord } from './record-draft.ts'

type TemplateFieldProps = {
  name: string
  label: string
  hint: string | undefined
  optional: boolean
  limit: number | undefined
  state: ReturnType<typeof useQuestionForm<RecordDraft, string, WrittenRecord>>
  insertions: readonly Insertion[]
  code?: boolean
  preview: (id: string) => ReactNode
}

export function TemplateField(props: TemplateFieldProps) {
  const { name, state, insertions, preview, code = true, ...about } = props
  const text = state.text(name)
  const insert = ({ text: inserted }: Insertion) => {
    const area = document.getElementById(text.id)
    if (!(area instanceof HTMLTextAreaElement)) return
    const { selectionStart, selectionEnd } = area
    area.setRangeText(inserted, selectionStart, selectionEnd, 'end')
    // Tells the form and the count of characters, as typing does.
    area.dispatchEvent(new Event('input', { bubbles: true }))
    const cursor = area.selectionEnd
    state.form.setValue(name, area.value)
    state.form.clearErrors(name)
    area.focus()
    area.setSelectionRange(cursor, cursor)
  }
  return (
    <div className="flex flex-col gap-5">
      <TextAreaField {...text} {...about} code={code} {...(!code && { rows: 10 })} />
      <InsertName id={`${text.id}-insert`} insertions={insertions} onInsert={insert} />
      {preview(`${text.id}-preview`)}
    </div>
  )
}

type InsertNameProps = {
  id: string
  insertions: readonly Insertion[]
  onInsert: (insertion: Insertion) => void
}

function InsertName({ id, insertions, onInsert }: InsertNameProps) {
  const [chosen, setChosen] = useState('0')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        id={id}
        label="Details you can insert"
        hint="Goes where your cursor is in the template."
        choices={insertions.map(({ group, label }, index) => ({
          value: String(index),
          label: group === '' ? label : `${group}: ${label}`,
        }))}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button
        look="secondary"
        onClick={() => {
          const insertion = insertions[Number(chosen)]
          if (insertion) onInsert(insertion)
        }}
      >
        Insert
      </Button>
    </div>
  )
}
