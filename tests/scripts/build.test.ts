import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from '../../scripts/build.mjs'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'carelane-build-'))
  write('src/pages/index.astro', '<h1>Book</h1>')
  write('src/server/main.ts', 'serve()')
})

afterEach(() => rmSync(directory, { recursive: true }))

function write(path: string, text: string) {
  const file = join(directory, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

test.each([
  ['an edited page', () => write('src/pages/index.astro', '<h1>Book now</h1>')],
  ['an edit of the same length', () => write('src/pages/index.astro', '<h1>Look</h1>')],
  ['a new island', () => write('src/islands/Clock.tsx', '')],
  ['a picture', () => write('public/picture.svg', '')],
  ['a release note', () => write('CHANGELOG.md', '# Changelog')],
  ['a changed lock file', () => write('package-lock.json', '{}')],
  ['a removed page', () => rmSync(join(directory, 'src/pages/index.astro'))],
])('%s asks for a build', (_, change) => {
  const before = fingerprint(directory)
  change()
  expect(fingerprint(directory)).not.toBe(before)
})

test.each([
  ['nothing', () => {}],
  ['an edit of the server, which runs from its sources', () => write('src/server/main.ts', '')],
  ['a test', () => write('tests/new.test.ts', '')],
])('%s asks for none', (_, change) => {
  const before = fingerprint(directory)
  change()
  expect(fingerprint(directory)).toBe(before)
})
