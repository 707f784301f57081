import { readFileSync } from 'node:fs'
import type { Liquid } from 'liquidjs'
import { messageNames } from '#lib/messages/message-names.ts'
import { type LetterNames, letterNames } from '#lib/outcomes/letter-names.ts'
import { liquidEngine } from './liquid-engine.ts'
import { sampleContext, sampleValues } from './sample-context.ts'
import { linkNames, markedLinks, withLinks, withoutLinks } from './whole-links.ts'

export type TemplateKind = {
  engine: Liquid
  names: LetterNames
  hasAnswers: boolean
  isStrict: boolean
  longest: number
  wholeNames?: readonly string[]
  /** It looks at what the example became. @throws Error with a text for who wrote it. */
  checkRendered?: (rendered: string) => void
  sample: () => object
}

const closing = new URL('../outcomes/templates/partials/closing.liquid', import.meta.url)

const messages: TemplateKind = {
  engine: liquidEngine({ templates: {} }),
  names: messageNames,
  hasAnswers: false,
  isStrict: true,
  longest: 50_000,
  sample: () => ({ ...sampleValues(messageNames), ...markedLinks, forms_due: 1 }),
  wholeNames: linkNames,
}

/** Templates read no file; letters can `render` the partial that comes with the product. */
export const templateKinds = {
  letter: {
    engine: liquidEngine({
      templates: { 'partials/closing': readFileSync(closing, 'utf8') },
      outputEscape: 'escape',
    }),
    names: letterNames,
    hasAnswers: true,
    isStrict: false,
    longest: 200_000,
    sample: sampleContext,
  },
  messageSubject: { ...messages, longest: 1_000, checkRendered: withoutLinks },
  messageBody: {
    ...messages,
    checkRendered: (rendered) => void withLinks(rendered, { link: '', book_link: '' }),
  },
} satisfies Record<string, TemplateKind>

export type TemplateKindName = keyof typeof templateKinds
