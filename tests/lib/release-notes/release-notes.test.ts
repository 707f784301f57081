import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latestRelease, parseReleaseNotes, type Release } from '#lib/release-notes/release-notes.ts'
import { runs } from '../../amount.ts'

const release = (version: string, ...lines: string[]) =>
  parseReleaseNotes([`## Release [${version}] (May)`, ...lines].join('\n'))
const toItems = (...lines: string[]) =>
  release('1.0.0', ...lines).flatMap(({ sections }) => sections.flatMap(({ items }) => items))

describe('a changelog', () => {
  test('is read release by release, section by section', () => {
    const text = [
      '# Changelog',
      '',
      'All that is worth telling.',
      '',
      '## Release [1.2.0] (December)',
      '- Before any section',
      '### New',
      '* **Booking:** a week at a *glance*',
      '+ Call `notify()`, see [the guide](https://clinic.example/guide)',
      '',
      '### Empty',
      '### Mended',
      '  - A line that goes on',
      '    below',
      'A paragraph nobody asked for',
      '## Release [1.1.9] (November)',
      '- Older',
    ].join('\r\n')
    expect(parseReleaseNotes(text)).toEqual([
      {
        version: '1.2.0',
        month: 'December',
        sections: [
          { title: '', items: ['Before any section'] },
          {
            title: 'New',
            items: ['Booking: a week at a glance', 'Call notify(), see the guide'],
          },
          { title: 'Mended', items: ['A line that goes on below'] },
        ],
      },
      { version: '1.1.9', month: 'November', sections: [{ title: '', items: ['Older'] }] },
    ])
  })

  test.each([
    ['# Release [1.2.3] (May)', 'May'],
    ['###### Release [v1.2.3] (May 2026) ######', 'May 2026'],
    ['Release [1.2.3] (May)', 'May'],
    ['## release [1.2.3](https://clinic.example/compare/v1.2.2...v1.2.3) (May)', 'May'],
    ['## Release [1.2.3]', ''],
  ])('has a release at %s', (heading, month) => {
    expect(parseReleaseNotes(`${heading}\n- Something`)).toEqual([
      { version: '1.2.3', month, sections: [{ title: '', items: ['Something'] }] },
    ])
  })

  test.each([
    '## Release 1.2.3 (May)',
    '## Release [1.2] (May)',
    '## Release [next] (May)',
    '## [1.2.3] (May)',
    'Release [1.2.3] (May) was withdrawn',
  ])('has none at %s', (heading) => {
    expect(parseReleaseNotes(`${heading}\n- Something`)).toEqual([])
  })

  test('ends a release where another chapter begins', () => {
    expect(toItems('- In it', '## Older versions', '- Not in it')).toEqual(['In it'])
  })

  test('of this product is read whole: every bullet line is in it', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8')
    const releases = parseReleaseNotes(text)
    const items = releases.flatMap(({ sections }) => sections.flatMap((section) => section.items))
    expect(releases.length).toBe(text.match(/^#+ Release /gm)?.length)
    expect(items.length).toBe(text.match(/^\s*[-*+] /gm)?.length)
    expect(latestRelease(releases)).toBe(releases[0])
  })
})

describe('a commit hash', () => {
  test.each([
    ['- abc1234 Book by the week', 'Book by the week'],
    ['- ABC1234: Book by the week', 'Book by the week'],
    ['- Book by the week (abc1234)', 'Book by the week'],
    ['- Book by the week ([abc1234](https://clinic.example/commit/abc1234))', 'Book by the week'],
    ['- Book by the week ([abc1234], def5678)', 'Book by the week'],
    ['- Book by the week - `abc1234`', 'Book by the week'],
    ['- Book (abc1234) by the week.', 'Book by the week.'],
    ['- Book by _abc1234_, and week', 'Book by, and week'],
    [`- Book ${'0123456789'.repeat(4)} by the week`, 'Book by the week'],
    ['- Book by the week https://clinic.example/commit/abc1234/files', 'Book by the week'],
  ])('is taken out of %s', (line, text) => {
    expect(toItems(line)).toEqual([text])
  })

  test('alone makes no line', () => {
    expect(toItems('- abc1234', '- (abc1234)', '- Something')).toEqual(['Something'])
  })

  test.each([
    'Six signs: abc123',
    'A word such as facade, and 2026-11-21',
    'Room 123456 on [floor 2]',
    'Call book() (or not)',
    `${'a'.repeat(41)}`,
    'See https://clinic.example/guide.',
  ])('is not seen in: %s', (text) => {
    expect(toItems(`- ${text}`)).toEqual([text])
  })
})

describe('whatever the text', () => {
  const hash = fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 7, maxLength: 40 })
    .map((digits) => digits.join(''))
  const wrapped = fc
    .tuple(
      hash,
      fc.constantFrom('$', '($)', '[$]', '([$](u/$))', '`$`', '**$**', '_$_', '$:', ',$'),
    )
    .map(([digits, around]) => around.replaceAll('$', digits))
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'abcdef0123456789 ()[]*_`.,-\0') }),
    wrapped,
    fc.constantFrom('https://x.test/', '!', '\t', ' ', 'commit ', 'é'),
  )
  const line = fc
    .tuple(
      fc.constantFrom(
        '',
        '- ',
        '* ',
        '  - ',
        '    ',
        '# ',
        '### ',
        '## Release [1.2.3] (May)',
        '## Release ',
      ),
      fc.array(piece, { maxLength: 6 }),
    )
    .map(([start, pieces]) => start + pieces.join(''))
  const changelog = fc
    .tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'))
    .map(([lines, ending]) => ['## Release [9.9.9] (May)', ...lines].join(ending))

  const toTexts = (releases: Release[]) =>
    releases.flatMap(({ version, month, sections }) => [
      version,
      month,
      ...sections.flatMap(({ title, items }) => [title, ...items]),
    ])
  const isHash = (word: string) => /^[0-9a-f]{7,40}$/i.test(word)

  test('it is read without a fault, and no word of what is read is a hash', () => {
    fc.assert(
      fc.property(changelog, (text) => {
        const words = toTexts(parseReleaseNotes(text)).flatMap((told) => told.split(/[^0-9a-z]+/i))
        expect(words.filter(isHash)).toEqual([])
      }),
      { numRuns: runs(300, 2_000) },
    )
  })

  test('a bullet line of words comes through as it is, whatever stands around it', () => {
    const words = fc
      .array(fc.constantFrom('Book', 'by', 'the', 'week,', 'not', 'day:', 'ok!'), { minLength: 1 })
      .map((list) => list.join(' '))
    fc.assert(
      fc.property(changelog, words, (text, told) => {
        const releases = parseReleaseNotes(`## Release [1.0.0] (May)\n- ${told}\n${text}`)
        expect(releases[0]?.sections[0]?.items[0]?.startsWith(told)).toBe(true)
      }),
    )
  })
})

describe('the latest release', () => {
  test('is the one of the highest number, wherever it stands', () => {
    const releases = parseReleaseNotes(
      ['1.9.10', '1.10.0', '1.9.9'].map((version) => `# Release [${version}] (May)`).join('\n'),
    )
    expect(latestRelease(releases)?.version).toBe('1.10.0')
    expect(latestRelease([])).toBeNull()
  })
})
