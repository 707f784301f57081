import { splitParagraphs } from '#lib/catalogue/summary.ts'

/** Text written in a plain box: a blank line starts a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <div className="prose">
      {splitParagraphs(text).map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
