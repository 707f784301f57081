const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON refuses them within a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const OTHER = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
/** Deeper than anybody writes by hand. */
const DEEPEST = 100

/** What JSON says, or where it first is none, in words: "Line 3, column 5: a comma or ] is missing". */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    const { at, what } = firstProblem(text)
    const before = text.slice(0, at).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return { problem: `Line ${before.length}, column ${column}: ${what}` }
  }
}

/** Engines tell the place each in its own words, or not at all. */
function firstProblem(text: string): { at: number; what: string } {
  const scan = new Scan(text)
  try {
    scan.value(0)
    if (scan.next() !== undefined) scan.fail('nothing may come after the end')
  } catch (error) {
    if (!(error instanceof NoJson)) throw error
    return { at: scan.at, what: error.message }
  }
  return { at: 0, what: 'this is not JSON' }
}

class NoJson extends Error {}

/** Goes over a text as far as it is JSON. */
class Scan {
  at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** @throws NoJson where it is none; `at` is then the place. */
  value(depth: number): void {
    const mark = this.next()
    if (depth > DEEPEST) this.fail('this is nested too deeply')
    if (mark === '[') this.parts(']', () => this.value(depth + 1))
    else if (mark === '{') this.parts('}', () => this.member(depth + 1))
    else if (mark === '"') this.quoted()
    else if (!this.take(OTHER)) {
      this.fail('a value is missing here; text goes in double quotes')
    }
  }

  /** What comes after the space here; undefined at the end. */
  next(): string | undefined {
    this.take(SPACE)
    return this.text[this.at]
  }

  fail(what: string): never {
    throw new NoJson(what)
  }

  private parts(end: string, part: () => void): void {
    this.at += 1
    let mark = this.next() === end ? end : ','
    if (mark === end) this.at += 1
    while (mark !== end) {
      part()
      mark = this.next() ?? ''
      if (mark !== ',' && mark !== end) this.fail(`a comma or ${end} is missing`)
      this.at += 1
    }
  }

  private member(depth: number): void {
    if (this.next() !== '"') this.fail('a name in double quotes is missing')
    this.quoted()
    if (this.next() !== ':') this.fail('a colon is missing')
    this.at += 1
    this.value(depth)
  }

  private quoted(): void {
    if (!this.take(TEXT)) {
      this.fail('this text does not end, or has a character that must be escaped')
    }
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found !== undefined
  }
}
