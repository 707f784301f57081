import { type LiquidError, RenderError, type StaticAnalysis, type Template } from 'liquidjs'
import {
  isLetterList,
  isLetterName,
  type LetterList,
  type LetterNames,
} from '#lib/outcomes/letter-names.ts'
import { inFigures } from '#lib/text/format-number.ts'
import { ANSWERS_WORDS, groupTexts, PrintedGroup, type TemplateKind } from './template-kinds.ts'

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
      const words =
        hasAnswers && segments[0] === 'answers'
          ? segments.length < MOST_ANSWER_SEGMENTS && ANSWERS_WORDS
          : formatPrinted(names, segments, written.includes('|'))
      return words ? [`Line ${row}: {{ ${written.trim()} }} ${words}.`] : []
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
  const words = undefinedName
    ? `there is no name “${undefinedName}”`
    : (toPlainMessage(message) ?? message)
  return row === undefined ? `${capital(words)}.` : `Line ${row}: ${words}.`
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

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
