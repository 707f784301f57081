import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { joinFieldErrors } from '#lib/api/refusals.ts'
import type { AdviceSnippet } from '#lib/contract/records/patient-advice.ts'
import { LONGEST_ADVICE, LONGEST_SNIPPET_NAME } from '#lib/contract/text-length.ts'
import type { WrittenAdvice } from '#machines/advice/advice-writing.machine.ts'
import { useApi } from '../identity/island-context.ts'
import { requestKeys } from '../records/request-keys.ts'
import { Button } from '../ui/Button.tsx'
import { LossQuestion } from '../ui/dialog/LeaveQuestion.tsx'
import { FoldButton } from '../ui/FoldButton.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { focusTooLong } from '../ui/form/focus-too-long.ts'
import { TextAreaField } from '../ui/form/TextAreaField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useSingleMutation } from '../ui/use-single-mutation.ts'

type SavedTextsProps = {
  draft: WrittenAdvice
  onInsert: (text: AdviceSnippet) => void
}

export function SavedTexts({ draft, onInsert }: SavedTextsProps) {
  const api = useApi()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const query = useQuery({
    ...savedTextsQuery(api),
    enabled: isOpen,
  })
  const { data } = query
  const text = draft.advice_text.trim()
  return (
    <section aria-label="Your saved texts" className="flex flex-col items-start gap-3">
      <FoldButton look="quiet" isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
        Your saved texts
      </FoldButton>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {isOpen && (
        <div id={id} className="flex w-full flex-col gap-3">
          <QueryStatus query={query} what="your texts" loading="Looking up your texts" />
          {data?.length === 0 && <p>You have not saved any texts yet.</p>}
          {data && data.length > 0 && (
            <ul className="flex flex-col gap-3">
              {data.map((saved) => (
                <li key={saved.id} className="card">
                  <SavedText
                    saved={saved}
                    onInsert={() => {
                      onInsert(saved)
                      setSaid(`${saved.name} inserted`)
                    }}
                    onSaid={setSaid}
                  />
                </li>
              ))}
            </ul>
          )}
          {isAdding ? (
            <SavedTextForm
              saved={null}
              text={{ advice_text: text, category_ids: draft.category_ids }}
              onDone={(text) => {
                setAdding(false)
                setSaid(text)
              }}
            />
          ) : (
            text !== '' && (
              <div>
                <Button look="secondary" small onClick={() => setAdding(true)}>
                  Save what you wrote as a text
                </Button>
              </div>
            )
          )}
        </div>
      )}
    </section>
  )
}

type SavedTextProps = {
  saved: AdviceSnippet
  onInsert: () => void
  onSaid: (text: string) => void
}

function SavedText({ saved, onInsert, onSaid }: SavedTextProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null)
  const { mutate, error } = useSingleMutation({
    mutationFn: () => api.call('DELETE admin/advicesnippets/{id}/', { params: { id: saved.id } }),
    onSuccess: () => onSaid(`${saved.name} deleted`),
    // It may be gone already.
    onSettled: () => queries.invalidateQueries(savedTextsQuery(api)),
  })
  if (asked === 'change') {
    return (
      <SavedTextForm
        saved={saved}
        text={saved}
        onDone={(text) => {
          setAsked(null)
          onSaid(text)
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold wrap-anywhere">{saved.name}</h4>
      <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{saved.advice_text}</p>
      {error && (
        <FormAlert look="banner-danger">We could not delete this text. Try again.</FormAlert>
      )}
      {asked === 'delete' ? (
        <LossQuestion
          question={`Delete ${saved.name}? Advice that you wrote with it stays.`}
          action="Delete text"
          otherwise="Keep text"
          onAction={() => {
            setAsked(null)
            mutate()
          }}
          onOtherwise={() => setAsked(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-x-3">
          <Button look="secondary" small onClick={onInsert}>
            Insert <span className="visually-hidden">{saved.name}</span>
          </Button>
          <Button look="quiet" small onClick={() => setAsked('change')}>
            Change <span className="visually-hidden">{saved.name}</span>
          </Button>
          <Button look="quiet" small onClick={() => setAsked('delete')}>
            Delete <span className="visually-hidden">{saved.name}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

type SavedTextFormProps = {
  saved: AdviceSnippet | null
  text: Pick<AdviceSnippet, 'advice_text' | 'category_ids'>
  /** It gets what to say; empty where nothing was saved. */
  onDone: (text: string) => void
}

function SavedTextForm({ saved, text, onDone }: SavedTextFormProps) {
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
      {error && <FormAlert look="banner-warn">{describeSaveRefusal(error)}</FormAlert>}
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

const savedTextsQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['advice-snippets'],
    queryFn: async ({ signal }) =>
      (await api.call('GET admin/advicesnippets/', { query: { page_size: 500 }, signal })).results,
  })
