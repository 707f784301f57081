import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import { joinFieldErrors } from '#lib/api/refusals.ts'
import type { AdviceSnippet } from '#lib/contract/records/patient-advice.ts'
import { LONGEST_ADVICE, LONGEST_SNIPPET_NAME } from '#lib/contract/text-length.ts'
import { useApi } from '../identity/island-context.ts'
import { requestKeys } from '../records/request-keys.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useSingleMutation } from '../ui/use-single-mutation.ts'
import { savedTextsQuery } from './advice-queries.ts'

type SavedTextFormProps = {
  saved: AdviceSnippet | null
  text: Pick<AdviceSnippet, 'advice_text' | 'category_ids'>
  /** It gets what to say; empty where nothing was saved. */
  onDone: (words: string) => void
}

export function SavedTextForm({ saved, text, onDone }: SavedTextFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const id = useId()
  const [keys] = useState(requestKeys)
  const [name, setName] = useState(saved?.name ?? '')
  const [adviceText, setAdviceText] = useState(text.advice_text)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => document.getElementById(`${id}-name`)?.focus(), [id])
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () => {
      const { category_ids } = text
      const body = { name, advice_text: adviceText, category_ids: [...category_ids] }
      if (!saved) {
        const headers = { 'Idempotency-Key': keys.keyFor(body) }
        return api.call('POST admin/advicesnippets/', { body, headers })
      }
      return api.call('PUT admin/advicesnippets/{id}/', {
        params: { id: saved.id },
        body: { ...body, version: saved.version },
      })
    },
    onSuccess: () => onDone(`${name} saved`),
    onSettled: () => queries.invalidateQueries(savedTextsQuery(api)),
  })
  const isNameMissing = name.trim() === ''
  const isTextMissing = adviceText.trim() === ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || focusTooLong(event.currentTarget)) return
    setAsked(true)
    if (isNameMissing) document.getElementById(`${id}-name`)?.focus()
    else if (isTextMissing) document.getElementById(`${id}-text`)?.focus()
    else mutate()
  }
  return (
    <form noValidate aria-label="Saved text" className="flex flex-col gap-3" onSubmit={submit}>
      <TextField
        id={`${id}-name`}
        label="Name of the text"
        hint="You find it again by this name. Only you can see it."
        error={isAsked && isNameMissing ? 'Enter a name' : undefined}
        maxLength={LONGEST_SNIPPET_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {saved && (
        <TextAreaField
          id={`${id}-text`}
          label="Text"
          error={isAsked && isTextMissing ? 'Enter the text' : undefined}
          rows={4}
          limit={LONGEST_ADVICE}
          value={adviceText}
          onChange={(event) => setAdviceText(event.target.value)}
        />
      )}
      {error && <FormAlert look="banner-warning">{describeSaveRefusal(error)}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary" small pending={isPending} pendingLabel="Saving">
          Save text
        </Button>
        <Button look="quiet" small onClick={() => onDone('')}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function describeSaveRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.'
  return error.status === 400 ? joinFieldErrors(error.fields) : error.detail
}
