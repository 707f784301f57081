import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AdviceSnippet } from '#lib/contract/records/patient-advice.ts'
import type { WrittenAdvice } from '#machines/advice/advice-writing.types.ts'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { LossQuestion } from '../ui/dialog/LeaveQuestion.tsx'
import { FoldButton } from '../ui/FoldButton.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { useSingleMutation } from '../ui/use-single-mutation.ts'
import { savedTextsQuery } from './advice-queries.ts'
import { SavedTextForm } from './SavedTextForm.tsx'

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
              onDone={(words) => {
                setAdding(false)
                setSaid(words)
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
  onSaid: (words: string) => void
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
        onDone={(words) => {
          setAsked(null)
          onSaid(words)
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
