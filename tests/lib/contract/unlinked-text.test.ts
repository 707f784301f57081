import { describe, expect, test } from 'vitest'
import { personFields } from '#lib/contract/people.ts'
import { looksLikeLink, unlinked } from '#lib/contract/unlinked-text.ts'

const links = [
  'https://evil.example/pay?now=1',
  'HTTP://1.2.3.4',
  'www.evil',
  'evil.example',
  'Ada evil.example',
  'evil。example',
  'post@evil.example',
  'mailto:post',
  '//evil',
  'Ada 0909 879 0000',
  '0900–123–4567',
  '0900/123/4567',
  '+44/909/879/0001',
  '０９０９８７９０００１',
  '٠٩٠٠١٢٣٤٥٦٧',
  'ｗｗｗ．evil',
  't.co',
]
const names = [
  'Ada',
  'O’Neill',
  'Anne-Marie',
  'J.R.',
  'J.Smith',
  'St.John',
  'Smith Jr.',
  'Ravi S/O Kumar',
  'Zoë',
  '李',
  'Number12',
]

describe('names', () => {
  test.each(links)('%s is refused', (name) => {
    expect(personFields.first_name.safeParse(name).error?.issues).toMatchObject([
      {
        message: 'First name must not have a web address, email address or phone number in it',
      },
    ])
    expect(personFields.last_name.safeParse(name).success).toBe(false)
  })

  test.each(names)('%s is taken', (name) => {
    expect(personFields.first_name.parse(name)).toBe(name)
  })
})

/** Linkify, Gmail and Outlook want a scheme, `www.`, an @, or a dot within a word. */
const LINKED = /\w:\S|www\.\S|\S@\S|[\p{L}\p{N}-][.。．｡][\p{L}\p{N}]/u

test.each(links)('%s is no link in a message', (name) => {
  expect(unlinked(name)).not.toMatch(LINKED)
  expect(unlinked(unlinked(name))).toBe(unlinked(name))
})

test('an ordinary name stays as it is', () => {
  expect(
    names.filter((name) => !/[A-Z]\.[A-Z]/.test(name) && !/St\./.test(name)).map(unlinked),
  ).toEqual(names.filter((name) => !/[A-Z]\.[A-Z]/.test(name) && !/St\./.test(name)))
  expect(looksLikeLink('St.John')).toBe(false)
  expect(unlinked('St.John')).toBe('St. John')
})

describe('what is far too long', () => {
  const long = 'x'.repeat(100_000)

  test.each([
    ['a name', () => personFields.first_name.safeParse(long).success],
    ['a link is looked for', () => looksLikeLink(long)],
    ['no link among dots', () => looksLikeLink(`${'-'.repeat(50_000)} ${long}`)],
  ])('%s takes no time', (_, check) => {
    const began = performance.now()
    expect(check()).toBe(false)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
