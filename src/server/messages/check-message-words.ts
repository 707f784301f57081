import { messageNames } from '#lib/messages/message-names.ts'
import { samplesOf } from '../records/outcomes/sample-context.ts'
import { invalid } from '../refusal.ts'
import { type TemplateKind, templateProblems } from '../template-problems.ts'
import { type MessageWords, messageEngine } from './message-text.ts'
import { linkNames, markedLinks, withLinks, withoutLinks } from './whole-links.ts'

const messages: TemplateKind = {
  engine: messageEngine,
  names: messageNames,
  hasAnswers: false,
  sample: () => ({ ...samplesOf(messageNames), ...markedLinks, forms_due: 1 }),
  wholeNames: linkNames,
}
const kinds = {
  subject: { ...messages, checkRendered: withoutLinks },
  body: {
    ...messages,
    checkRendered: (rendered: string) => void withLinks(rendered, { link: '', book_link: '' }),
  },
} satisfies Record<keyof MessageWords, TemplateKind>

/**
 * Words that cannot be read, use an unknown name or take too long are not saved.
 * @throws Refusal `invalid` at `subject` and `body`, with the line.
 */
export function checkMessageWords({ subject, body }: MessageWords): void {
  const problems = (
    [
      ['subject', subject],
      ['body', body],
    ] as const
  )
    .map(([field, code]) => [field, templateProblems(code, kinds[field])] as const)
    .filter(([, found]) => found.length > 0)
  if (problems.length > 0) throw invalid(Object.fromEntries(problems))
}
