/** About what a search engine shows of a page's description. */
const LONGEST_SUMMARY = 155

/** The beginning of a text on one line, cut between words. */
export function summaryOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_SUMMARY) return line
  const cut = line.slice(0, LONGEST_SUMMARY)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[\s,;:.–-]+$/, '')}…`
}

/** The paragraphs of a plain text: parts with an empty line between them. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[^\S\n]*\r?\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
