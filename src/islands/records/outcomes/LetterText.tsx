import './letter.css'

/** HTML that the server made safe with a list of what is allowed. */
export function LetterText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  return <div className="prose letter-text" dangerouslySetInnerHTML={{ __html: html }} />
}
