import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

const problems: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a value; text and names go in double quotes',
  ValueExpected: 'a value is missing here; text goes in double quotes',
  PropertyNameExpected: 'a name in double quotes is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma or a closing bracket is missing',
  CloseBraceExpected: 'a comma or } is missing',
  CloseBracketExpected: 'a comma or ] is missing',
  EndOfFileExpected: 'nothing may come after the end',
  UnexpectedEndOfNumber: 'this number is not complete',
  UnexpectedEndOfString: 'this text does not end on its line',
  InvalidUnicode: 'this text has an escape that is not valid',
  InvalidEscapeCharacter: 'this text has an escape that is not valid',
  InvalidCharacter: 'this text has a character that must be escaped',
  InvalidCommentToken: 'comments are not allowed',
}

/** Gives the value, or the first problem: "Line 3, column 5: a colon is missing". */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: firstProblem(text) }
  }
}

/** Browsers name the place of a syntax error in different words, or not at all. */
function firstProblem(text: string): string {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    return 'This is nested too deeply'
  }
  const [first] = errors
  if (!first) return 'This is not JSON'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const what = problems[printParseErrorCode(first.error)]
  return `Line ${before.length}, column ${column}: ${what}`
}
