import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const DOCUMENT = new URL('../../docs/security.md', import.meta.url)
const text = readFileSync(DOCUMENT, 'utf8')

/** `[words](path)`: what is said to stand in a file of the project. */
const references = [...text.matchAll(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g)].map(
  ([, text = '', path = '']) => ({ text, path }),
)

/** The rows of the tables of section 3, by their cells. */
const threats = (text.split('\n## ').find((section) => section.startsWith('3. ')) ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Threat |-+ )/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()))

const toContent = (path: string) => readFileSync(new URL(path, DOCUMENT), 'utf8')

test('there is something to check', () => {
  expect(references.length).toBeGreaterThan(100)
  expect(threats.length).toBeGreaterThan(60)
})

test.each([...new Set(references.map(({ path }) => path))])('%s is there', (path) => {
  expect(existsSync(new URL(path, DOCUMENT))).toBe(true)
})

describe('what is said to stand in a file stands there:', () => {
  const tests = references.filter(({ text }) => text.startsWith('“'))
  test.each(tests)('the test $words in $path', ({ text, path }) => {
    const title = text.slice(1, -1)
    const source = toContent(path)
    const written = ["'", '"', '`'].map((quote) => quote + title + quote)
    expect(written.some((literal) => source.includes(literal))).toBe(true)
  })

  const symbols = references.filter(({ text }) => text.startsWith('`'))
  test.each(symbols)('$words in $path', ({ text, path }) => {
    const name = text.slice(1, -1)
    const isThere = name.startsWith("'")
      ? toContent(path).includes(name)
      : new RegExp(`\\b${name}\\b`).test(toContent(path))
    expect(isThere).toBe(true)
  })
})

describe('each threat', () => {
  test.each(threats.map((cells) => [cells[0] ?? '', cells] as const))(
    '%s: says where, which items, and what shows it',
    (_, cells) => {
      const [threat, action, where, items, shown] = cells
      expect(cells).toHaveLength(5)
      expect([threat, action].every((cell) => cell && cell.length > 10)).toBe(true)
      expect(where).toMatch(/^\[`.+\.(ts|tsx|astro|sql|mjs)\)$/)
      expect(items).toMatch(/^\d+\.\d+\.\d+( in part)?(, \d+\.\d+\.\d+( in part)?)*$/)
      expect(shown).toMatch(/^(\[“.+\.(test|e2e)\.tsx?\)$|No test)/)
    },
  )
})
