import { invalid } from '../refusals/refusal.ts'
import { findTemplateProblems } from '../templates/templates.ts'
import type { MessageTexts } from './message-text.ts'

/**
 * Words that cannot be read, use an unknown name or take too long are not saved.
 * @throws Refusal `invalid` at `subject` and `body`, with the line.
 */
export async function checkMessageTexts(words: MessageTexts): Promise<void> {
  const [subject, body] = await Promise.all([
    findTemplateProblems('messageSubject', words.subject),
    findTemplateProblems('messageBody', words.body),
  ])
  if (subject.length === 0 && body.length === 0) return
  throw invalid({ ...(subject.length > 0 && { subject }), ...(body.length > 0 && { body }) })
}
