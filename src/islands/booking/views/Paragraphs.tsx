/** Text written in a plain box: a blank line or a line break starts a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split(/\n+/).filter((line) => line.trim())
  return (
    <div className="prose">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
