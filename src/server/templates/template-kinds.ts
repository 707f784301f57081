import { readFileSync } from 'node:fs'
import { Drop, Liquid, type LiquidOptions } from 'liquidjs'
import { messageNames } from '#lib/messages/message-names.ts'
import {
  isLetterList,
  isLetterName,
  type LetterNames,
  letterNames,
} from '#lib/outcomes/letter-names.ts'
import { linkNames, markedLinks, withLinks, withoutLinks } from './whole-links.ts'

/** Other tags reach for files, or write what is not escaped. */
const REFUSED_TAGS = ['include', 'layout', 'block']

const FILTERS = new Set(
  `append capitalize compact default downcase first join last map minus plus prepend remove replace
  reverse round size sort split squish strip times truncate truncatewords uniq upcase where`.split(
    /\s+/,
  ),
)

const LONGEST_TEMPLATE = 100_000

const LONGEST_RENDER_MS = 1_000

/**
 * Entries of lists and characters that filters work on. The time is looked at between filters, and
 * the slowest takes a fifth of a second for so much.
 */
const MOST_MEMORY = 50_000

/** For templates that administrators write: no files, no own tags, limits of size and time. */
function liquidEngine(options: Pick<LiquidOptions, 'templates' | 'outputEscape'>): Liquid {
  const engine = new Liquid({
    ...options,
    ownPropertyOnly: true,
    strictFilters: true,
    jsTruthy: true,
    parseLimit: LONGEST_TEMPLATE,
    renderLimit: LONGEST_RENDER_MS,
    memoryLimit: MOST_MEMORY,
  })
  for (const tag of REFUSED_TAGS) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) {
    if (!FILTERS.has(filter)) engine.unregisterFilter(filter)
  }
  return engine
}

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

const sampleContext = () => ({
  ...sampleValues(letterNames),
  answers: new SampleAnswers(2),
})

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

/** A letter would show it as "[object Object]". */
export class PrintedGroup extends Error {}

export const ANSWERS_WORDS =
  "stands for several answers. Add the name of a form and the id of a question, as in {{ answers['Name of the form'].question_id }}"

export const groupTexts = (names: LetterNames) =>
  `stands for several values. Add one of these: ${Object.keys(names)
    .map((name) => `.${name}`)
    .join(', ')}`

class SampleGroup {
  readonly #names: LetterNames
  constructor(names: LetterNames) {
    this.#names = names
    Object.assign(this, sampleValues(names))
  }
  toString(): never {
    throw new PrintedGroup(groupTexts(this.#names))
  }
}

class SampleAnswers extends Drop {
  readonly depth: number
  constructor(depth: number) {
    super()
    this.depth = depth
  }
  override liquidMethodMissing() {
    return this.depth > 1 ? new SampleAnswers(this.depth - 1) : 'Yes'
  }
  override toString(): never {
    throw new PrintedGroup(ANSWERS_WORDS)
  }
}

function sampleValues(names: LetterNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).map(([name, value]) => {
      if (isLetterName(value)) return [name, value.example]
      return [
        name,
        isLetterList(value)
          ? [new SampleGroup(value.each), new SampleGroup(value.each)]
          : new SampleGroup(value),
      ]
    }),
  )
}
