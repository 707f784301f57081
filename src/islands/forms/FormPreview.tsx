import { useState } from 'react'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { initialAnswers } from '#lib/forms/initial-answers.ts'
import { FormPages } from './FormPages.tsx'
import { useFilledForm } from './use-filled-form.ts'

/** It can be filled in, and nothing is stored. */
export function FormPreview({ items }: { items: readonly FormItem[] }) {
  const [on] = useState(() => plainDateAt(new Date(), 'UTC'))
  const fields = useFilledForm({ items, answers: initialAnswers(items), on })
  const [page, setPage] = useState(0)
  return (
    <FormPages
      fields={fields}
      page={page}
      title="Preview"
      lastLabel="Check your answers"
      onPage={setPage}
      onFinished={() => setPage(0)}
    />
  )
}
