import { normalText } from '../../contract/normal-text.ts'

/** Where the text is stored, the report names what is cut (`reportCut`). */
export const plainLine = (text: string, longest: number): string =>
  shortened(wholeLine(text), longest)

export const wholeLine = (text: string): string =>
  normalText(text)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

export const plainParagraph = (text: string, longest: number): string =>
  shortened(normalText(text).replaceAll(/(?![\n\r\t])[\p{Cc}\p{Cs}]/gu, ' '), longest)

function shortened(text: string, longest: number): string {
  const trimmed = text.trim()
  if (trimmed.length <= longest) return trimmed
  return trimmed
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
