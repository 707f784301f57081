import { splitParagraphs } from '#lib/catalogue/summary.ts'

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
