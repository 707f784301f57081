import type { MessageContext } from '#lib/messages/message-names.ts'

/** What opens an appointment or a place on the waiting list (docs/decisions/0106). */
export const linkNames = ['link', 'book_link'] as const

/** No template sees an address: it gets a mark, whose characters nobody writes. */
const START = '\uE000'
const END = '\uE001'
const MARK = /\uE000(link|book_link)\uE001/
/**
 * It is not within a word or another address, and comes before a space or the end of a sentence.
 */
const WHOLE = /(?<=^|[ \t\r\n])\uE000(link|book_link)\uE001(?=[.,;:!?]?(?:[ \t\r\n]|$))/g

export class LinkNotWholeError extends Error {}

export const markedLinks = Object.fromEntries(
  linkNames.map((name) => [name, START + name + END]),
) as Record<(typeof linkNames)[number], string>

/**
 * Puts the addresses where their marks stand whole.
 * @throws LinkNotWholeError where one is changed or joined to something: it would carry away what
 *   opens an appointment.
 */
export function withLinks(
  rendered: string,
  context: Pick<MessageContext, (typeof linkNames)[number]>,
): string {
  const rest = rendered.replaceAll(WHOLE, '')
  const [, name = 'link'] = MARK.exec(rest) ?? []
  if (rest.includes(START) || rest.includes(END)) {
    throw new LinkNotWholeError(
      `{{ ${name} }} can only stand by itself, with a space or a new line before and after it`,
    )
  }
  return rendered.replaceAll(WHOLE, (_, link: (typeof linkNames)[number]) => context[link])
}

/** Subjects are stored, and shown where others look over a shoulder. @throws LinkNotWholeError */
export function withoutLinks(rendered: string): string {
  if (rendered.includes(START) || rendered.includes(END)) {
    throw new LinkNotWholeError('a subject cannot have a link')
  }
  return rendered
}
