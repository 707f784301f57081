import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

type SimilarQuestionProps = {
  name: string
  similar: readonly { id: number; text: string; why: string }[]
  onChosen: (id: number) => void
  onRejected: () => void
  onBack?: () => void
}

export function SimilarQuestion(props: SimilarQuestionProps) {
  const { name, similar, onChosen, onRejected, onBack } = props
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <p ref={question} tabIndex={-1}>
        {similar.length === 1 ? 'A similar record is' : `${similar.length} similar records are`}{' '}
        already on file. If it is one of them, open that record. We keep what you entered until you
        save.
      </p>
      <ul className="flex flex-col gap-3">
        {similar.map(({ id, text, why }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3"
          >
            <span className="min-w-0 wrap-anywhere">
              {text}
              <br />
              <span className="text-ink-soft">{why}</span>
            </span>
            <Button small look="secondary" onClick={() => onChosen(id)}>
              Open <span className="visually-hidden">{text}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRejected}>No, add a new {name}</Button>
        {onBack && (
          <Button look="secondary" onClick={onBack}>
            Back
          </Button>
        )}
      </div>
    </div>
  )
}
