type ScoreStep =
  | { to: 'items' | 'items_of_groups' | 'everything' }
  | { to: 'named' | 'others'; linkIds: readonly string[] }

/** The scores are added up; `isOne` is set where the score of a single one is meant. */
export type ScoreTerm = { steps: readonly ScoreStep[]; isOne: boolean }

/**
 * Reads a plain sum of scores of answers, such as `%resource.item.answer.value.ordinal().sum()`, or
 * several with `+` between them. Anything else, however close, is undefined.
 */
export function scoreTerms(expression: string): ScoreTerm[] | undefined {
  if (/[\\`"]/.test(expression)) return undefined
  const packed = expression.replaceAll(
    /('[^']*')|\s+/g,
    (_, text: string | undefined) => text ?? '',
  )
  const terms = splitPieces(packed, '+').map(parseTerm)
  return terms.includes(undefined) ? undefined : terms.flatMap((term) => term ?? [])
}

function splitPieces(text: string, sign: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let depth = 0
  let isQuoted = false
  for (const character of text) {
    if (character === "'") isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth += 1
    if (!isQuoted && character === ')') depth -= 1
    if (character === sign && depth === 0 && !isQuoted) {
      pieces.push(piece)
      piece = ''
    } else piece += character
  }
  return [...pieces, piece]
}

function parseTerm(text: string): ScoreTerm | undefined {
  const [start, ...path] = splitPieces(text, '.')
  const answered = path.findIndex((part) => part === 'answer' || part === 'answers()')
  if (start !== '%resource' || answered < 0) return undefined
  const steps = path.slice(0, answered).map(parseStep)
  const scored = SCORED.exec(path.slice(answered + 1).join('.'))
  if (!scored || steps.includes(undefined)) return undefined
  const known = steps.flatMap((step) => step ?? [])
  const isAll = path[answered] === 'answers()'
  return {
    steps: isAll ? [...known, { to: 'everything' }] : known,
    isOne: scored.groups?.['added'] === undefined,
  }
}

function parseStep(part: string): ScoreStep | undefined {
  if (part === 'item') return { to: 'items' }
  if (part === 'repeat(item)') return { to: 'items_of_groups' }
  if (part === 'descendants()') return { to: 'everything' }
  const linkIds = [...part.matchAll(/'([^']*)'/g)].map(([, linkId = '']) => linkId)
  if (NAMED.test(part)) return { to: 'named', linkIds }
  return OTHERS.test(part) ? { to: 'others', linkIds } : undefined
}

const NAMED = /^where\((?:linkId='[^']*'(?:orlinkId='[^']*')*|linkIdin\('[^']*'(?:\|'[^']*')*\))\)$/
const OTHERS = /^where\(linkId!='[^']*'(?:andlinkId!='[^']*')*\)$/

const address = String.raw`'http://hl7\.org/fhir/StructureDefinition/(?:questionnaire-ordinalValue|ordinalValue|itemWeight)'`
const coding = String.raw`(?:value(?:Coding)?\.(?:(?:ofType|as)\(Coding\)\.)?)?`
const score = [
  String.raw`(?:ordinal|weight|ordinalValue)\(\)`,
  String.raw`select\((?:\$this\.|value\.)?(?:ordinal|weight)\(\)\)`,
  String.raw`extension(?:\(${address}\)|\.where\(url=${address}\))\.value(?:Decimal)?`,
].join('|')
const added = String.raw`\.(?:sum\(\)|aggregate\((?:\$this\+\$total|\$total\+\$this),0\))`

/** It matches what follows the answers, to the end. */
const SCORED = new RegExp(`^${coding}(?:${score})(?<added>${added})?$`)
