import { readFileSync } from 'node:fs'
import {
  Drop,
  Liquid,
  type LiquidError,
  type LiquidOptions,
  RenderError,
  type StaticAnalysis,
  type Template,
} from 'liquidjs'
import { messageNames } from '#lib/messages/message-names.ts'
import {
  isLetterList,
  isLetterName,
  type LetterList,
  type LetterNames,
  letterNames,
} from '#lib/outcomes/letter-names.ts'
import { inFigures } from '#lib/text/format-number.ts'
import { linkNames, markedLinks, withLinks, withoutLinks } from './whole-links.ts'

export function rendered(
  { engine, isStrict, longest }: TemplateKind,
  template: Template[],
  values: object,
): string {
  const text: string = engine.renderSync(template, values, { strictVariables: isStrict })
  if (text.length <= longest) return text
  throw new Error(`this becomes longer than ${inFigures(longest)} characters`)
}

/** Each problem starts with its line: "Line 3: …". There is none where the template is in order. */
export function templateProblems(code: string, kind: TemplateKind): string[] {
  const { engine, sample, checkRendered } = kind
  try {
    const template = engine.parse(code)
    const analysis = engine.analyzeSync(template)
    const unknown = unknownNames(analysis, kind)
    if (unknown.length > 0) return unknown
    const printed = printedGroups(code, analysis, kind)
    if (printed.length > 0) return printed
    const changed = changedNames(code, analysis, kind)
    if (changed.length > 0) return changed
    const example = rendered({ ...kind, isStrict: true }, template, sample())
    checkRendered?.(example)
    return []
  } catch (error) {
    return [formatProblem(error)]
  }
}

type Segments = readonly unknown[]

function unknownNames({ globals }: StaticAnalysis, kind: TemplateKind): string[] {
  const unknown = Object.values(globals)
    .flat()
    // Shipped partials are in order.
    .filter(({ location, segments }) => !location.file && !isKnown(segments, kind))
  return [
    ...new Set(
      unknown
        .toSorted((a, b) => a.location.row - b.location.row)
        .map((variable) => `Line ${variable.location.row}: there is no name “${variable}”.`),
    ),
  ]
}

const MOST_ANSWER_SEGMENTS = 3

function isKnown([root, ...path]: Segments, { names, hasAnswers }: TemplateKind): boolean {
  if (hasAnswers && root === 'answers') return path.length < MOST_ANSWER_SEGMENTS
  return isWithin(names, [root, ...path])
}

function isWithin(names: LetterNames, [first, ...rest]: Segments): boolean {
  if (typeof first !== 'string' || !Object.hasOwn(names, first)) return false
  const value = names[first]
  if (value === undefined) return false
  if (rest.length === 0) return true
  if (isLetterName(value)) return rest.length === 1 && rest[0] === 'size'
  if (!isLetterList(value)) return isWithin(value, rest)
  const [index, ...within] = rest
  if (index === 'size') return within.length === 0
  const isRecord = index === 'first' || index === 'last' || typeof index !== 'string'
  return isRecord && (within.length === 0 || isWithin(value.each, within))
}

type Place = { row: number; col: number }

function textBefore(code: string, { row, col }: Place): string {
  const lines = code.split('\n')
  return [...lines.slice(0, row - 1), (lines[row - 1] ?? '').slice(0, col - 1)].join('\n')
}

function outputAt(code: string, place: Place): string | null {
  const before = textBefore(code, place)
  if (!/\{\{-?\s*$/.test(before)) return null
  const [written = ''] = code.slice(before.length).split(/-?\}\}/)
  return written
}

const isCaptured = (code: string, place: Place) =>
  textBefore(code, place)
    .split(/\{%-?\s*endcapture\b/)
    .at(-1)
    ?.match(/\{%-?\s*capture\b/) !== null

function changedNames(
  code: string,
  { globals }: StaticAnalysis,
  { wholeNames = [] }: TemplateKind,
): string[] {
  return wholeNames.flatMap((name) =>
    (globals[name] ?? [])
      .filter(
        ({ location }) => outputAt(code, location)?.trim() !== name || isCaptured(code, location),
      )
      .map(
        ({ location: { row } }) =>
          `Line ${row}: {{ ${name} }} can only be printed as it is, without a filter or a tag.`,
      ),
  )
}

function printedGroups(
  code: string,
  { globals }: StaticAnalysis,
  { names, hasAnswers }: TemplateKind,
): string[] {
  return Object.values(globals)
    .flat()
    .toSorted((a, b) => a.location.row - b.location.row)
    .flatMap(({ location, segments }) => {
      const { row } = location
      const written = location.file ? null : outputAt(code, location)
      if (written === null) return []
      const text =
        hasAnswers && segments[0] === 'answers'
          ? segments.length < MOST_ANSWER_SEGMENTS && ANSWERS_TEXT
          : formatPrinted(names, segments, written.includes('|'))
      return text ? [`Line ${row}: {{ ${written.trim()} }} ${text}.`] : []
    })
}

/** Is null for one value. A list may be printed through a filter that takes values out of it. */
function formatPrinted(
  names: LetterNames,
  [first, ...rest]: Segments,
  isFiltered: boolean,
): string | null {
  const value = typeof first === 'string' ? names[first] : undefined
  if (!value || isLetterName(value)) return null
  if (!isLetterList(value)) {
    return rest.length === 0 ? groupTexts(value) : formatPrinted(value, rest, isFiltered)
  }
  const [index, ...within] = rest
  if (index === undefined) return isFiltered ? null : formatList(String(first), value)
  if (index === 'size') return null
  return within.length === 0
    ? groupTexts(value.each)
    : formatPrinted(value.each, within, isFiltered)
}

const formatList = (name: string, { called, each }: LetterList) =>
  `is a list. Go through it with {% for ${called} in ${name} %}, and print for example {{ ${called}.${Object.keys(each)[0]} }}`

function formatProblem(error: unknown): string {
  const { message, row } = findPosition(error)
  const printed = printedBy(error)
  if (printed) return `Line ${row}: ${printed}.`
  const [, undefinedName] = /^undefined variable: (.+)$/.exec(message) ?? []
  const text = undefinedName
    ? `there is no name “${undefinedName}”`
    : (toPlainMessage(message) ?? message)
  return row === undefined ? `${capital(text)}.` : `Line ${row}: ${text}.`
}

function printedBy(error: unknown): string | null {
  const { originalError, token } = error as Partial<LiquidError>
  return originalError instanceof PrintedGroup && token
    ? `${token.getText().replaceAll(/\s+/g, ' ')} ${originalError.message}`
    : null
}

const PLAIN: readonly [RegExp, string][] = [
  [/limit exceeded/, 'the template takes too long or becomes too large'],
  [/Failed to lookup/, 'there is no part of this name to render'],
]

const toPlainMessage = (message: string) => PLAIN.find(([pattern]) => pattern.test(message))?.[1]

function findPosition(error: unknown): { message: string; row: number | undefined } {
  if (!(error instanceof Error)) throw error
  const { originalError, token } = error as Partial<LiquidError>
  const message = (originalError?.message ?? error.message)
    .replace(/, (?:file:.*|line:\d+.*)$/s, '')
    .trim()
  const [row] = token?.getPosition() ?? []
  return { message, row: RenderError.is(error) && token?.file ? undefined : row }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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

type TemplateKind = {
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
class PrintedGroup extends Error {}

const ANSWERS_TEXT =
  "stands for several answers. Add the name of a form and the id of a question, as in {{ answers['Name of the form'].question_id }}"
const groupTexts = (names: LetterNames) =>
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
    throw new PrintedGroup(ANSWERS_TEXT)
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
