import './letter.css'

type LetterTextProps = {
  html: string
  below?: 4
}

/** HTML that the server made safe with a list of what is allowed. */
export function LetterText({ html, below }: LetterTextProps) {
  const __html = below ? html.replace(HEADING, lowered) : html
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  return <div className="prose letter-text" dangerouslySetInnerHTML={{ __html }} />
}

/** The server writes tags like this; a letter has no other headings. */
const HEADING = /<(\/?)h([234])(?=[\s>])/g
const lowered = (_: string, slash: string, level: string) =>
  `<${slash}h${Math.min(Number(level) + 3, 6)}`
