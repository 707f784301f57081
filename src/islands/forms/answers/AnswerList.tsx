import { isFiles, isSignature } from '#lib/forms/answer-kinds.ts'
import { type AnswerRow, answerRows } from '#lib/forms/answer-rows.ts'
import type { FormEvaluation, ShownItem, ShownPage } from '#lib/forms/evaluate-form.ts'
import { formatShownAnswer } from '#lib/forms/format-answer.ts'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { SignatureImage } from '../questions/SignatureImage.tsx'
import { FileLink, type FileReading } from './FileLink.tsx'

type AnswerListProps = {
  evaluation: FormEvaluation
  title: string
  onChange?: (page: number, path: string) => void
  problemOf?: (path: string) => string | undefined
  files: FileReading | null
}

export function AnswerList(props: AnswerListProps) {
  const { evaluation, title } = props
  return evaluation.pages.map((page, place) => (
    <section key={page.page?.id ?? ''} className="flex flex-col gap-3">
      {(page.page || evaluation.pages.length > 1) && (
        <h3 className="heading-3">{page.page?.label ?? title}</h3>
      )}
      <PageAnswers {...props} page={page} place={place} />
    </section>
  ))
}

type PageProps = AnswerListProps & { page: ShownPage; place: number }

function PageAnswers({ page, place, onChange, problemOf, files }: PageProps) {
  return toParts(page.items).map(({ texts, rows }) => (
    <div key={texts[0]?.path ?? rows[0]?.shown.path ?? ''} className="flex flex-col gap-2">
      {texts.map((text) => (
        <Said key={text.path} shown={text} />
      ))}
      {rows.length > 0 && <PartAnswers rows={rows} {...{ place, onChange, problemOf, files }} />}
    </div>
  ))
}

/** It is what the questions below it go by, such as what is consented to. */
function Said({ shown: { item } }: { shown: ShownItem }) {
  if (item.type === 'heading') return <p className="font-semibold">{item.label}</p>
  if (item.type !== 'paragraph') return null
  return (
    <div className="text-ink-soft">
      <Paragraphs text={item.text} />
    </div>
  )
}

type Part = { texts: ShownItem[]; rows: AnswerRow[] }

/** Headings and paragraphs in their places. A heading without a question or text below it is none. */
function toParts(items: readonly ShownItem[]): Part[] {
  const parts: Part[] = [{ texts: [], rows: [] }]
  for (const shown of items) {
    const isText = shown.item.type === 'heading' || shown.item.type === 'paragraph'
    const last = parts.at(-1)
    if (!isText) last?.rows.push(...answerRows(shown))
    else if (last && last.rows.length === 0) last.texts.push(shown)
    else parts.push({ texts: [shown], rows: [] })
  }
  return parts
    .map(({ texts, rows }) => ({
      rows,
      texts: texts.filter(
        ({ item }, index) =>
          item.type === 'paragraph' ||
          (texts[index + 1] ? texts[index + 1]?.item.type === 'paragraph' : rows.length > 0),
      ),
    }))
    .filter(({ texts, rows }) => texts.length + rows.length > 0)
}

type PartProps = Pick<PageProps, 'place' | 'files'> & {
  rows: readonly AnswerRow[]
  onChange: AnswerListProps['onChange'] | undefined
  problemOf: AnswerListProps['problemOf'] | undefined
}

function PartAnswers({ rows, place, onChange, problemOf, files }: PartProps) {
  return (
    <dl className="summary-list">
      {rows.map(({ shown, name }) => {
        const { path, item } = shown
        const canChange = onChange && item.type !== 'calculated'
        return (
          <SummaryRow
            key={path}
            name={name}
            isQuestion
            {...(canChange && { onChange: () => onChange(place, path) })}
          >
            {canChange && shown.isUnread ? (
              <p>{shown.problem}</p>
            ) : (
              <ShownAnswerText shown={shown} files={files} />
            )}
            {problemOf?.(path) && <p className="field-error">{problemOf(path)}</p>}
          </SummaryRow>
        )
      })}
    </dl>
  )
}

type AnswerOfProps = { shown: ShownItem; files: FileReading | null }

function ShownAnswerText({ shown, files }: AnswerOfProps) {
  const { value } = shown
  if (isFiles(value) && value.length > 0) {
    return value.map((file) => (
      <p key={file.id}>
        <FileLink file={file} reading={files} />
      </p>
    ))
  }
  const label = formatShownAnswer(shown)
  if (shown.isUnread) return <p className="font-semibold text-danger">{label}</p>
  if (label.length === 0) return <p className="text-ink-soft">Not answered</p>
  return (
    <>
      {label.map((line) => (
        <p key={line} className="whitespace-pre-line wrap-anywhere">
          {line}
        </p>
      ))}
      {isSignature(value) && value.drawn && <SignatureImage path={value.drawn} name={value.name} />}
    </>
  )
}
