import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FormProblem, ShownPage } from '#lib/forms/evaluate-form.ts'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'
import { OWN_ANSWER_MISSING } from '#lib/forms/read-answer.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx'
import { controlId, FillingContext } from './questions/filling-context.ts'
import { Questions } from './questions/Questions.tsx'
import type { FormFields } from './use-filled-form.ts'

type FormPagesProps = {
  fields: FormFields
  page: number
  title: string
  lastLabel: string
  onPage: (page: number) => void
  onFinished: () => void
  isReturning?: boolean
  children?: ReactNode
}

export function FormPages(props: FormPagesProps) {
  const { fields, title, lastLabel, onPage, onFinished, isReturning = false, children } = props
  const { pages, problems } = fields.evaluation
  const place = Math.max(0, Math.min(props.page, pages.length - 1))
  const page = pages[place]
  const [attempt, setAttempt] = useState({ place: 0, number: 0 })
  const heading = usePageHeading(place)
  if (!page) return null
  const ofPage = problems.filter((problem) => isOn(page, problem))
  const isLast = place === pages.length - 1
  const goOn = () => {
    const now = fields.validate()
    const shown = now.pages[place] ?? page
    const missing = now.problems.filter((problem) => isOn(shown, problem))
    if (missing.length > 0) {
      fields.reveal(missing.map(({ path }) => path))
      setAttempt({ place, number: attempt.number + 1 })
    } else if (place === now.pages.length - 1 || isReturning) onFinished()
    else onPage(place + 1)
  }
  return (
    <FillingContext value={fields.filling}>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
      >
        <ErrorSummary
          errors={ofPage
            .filter(({ path }) => fields.problemOf(path) !== undefined)
            .map(({ path, item, message }) => ({
              message: questionWithMessage('label' in item ? item.label : '', message),
              fieldId:
                message === OWN_ANSWER_MISSING ? `${controlId(path)}-other` : controlId(path),
            }))}
          attempt={attempt.place === place ? attempt.number : 0}
        />
        {(page.page || pages.length > 1) && (
          <div>
            {pages.length > 1 && (
              <p className="text-ink-soft">
                Page {place + 1} of {pages.length}
              </p>
            )}
            <h2 ref={heading} tabIndex={-1} className="heading-2 scroll-mt-4">
              {page.page?.label ?? title}
            </h2>
          </div>
        )}
        <Questions items={page.items} problemOf={fields.problemOf} adviceOf={fields.adviceOf} />
        <div className="flex flex-wrap items-center gap-4">
          {place > 0 && (
            <Button look="secondary" onClick={() => onPage(place - 1)}>
              Back
            </Button>
          )}
          <Button type="submit">{isLast ? lastLabel : 'Continue'}</Button>
          {children}
        </div>
      </form>
    </FillingContext>
  )
}

const isOn = ({ items }: ShownPage, { path }: FormProblem) =>
  items.some((shown) => path === shown.path || path.startsWith(`${shown.path}.`))

/** Takes the focus on each page but the one that the visit began with. */
function usePageHeading(place: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const began = useRef(place)
  useEffect(() => {
    if (began.current === place) return
    began.current = -1
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'start' })
  }, [place])
  return heading
}
