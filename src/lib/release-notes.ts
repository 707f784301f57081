/*
 * Release notes, read from the text of CHANGELOG.md. Headings of the form `Release [x.y.z] (Month)`,
 * at any level, begin a release (specification, section 9); headings below it are its sections.
 */

/** Bullet lines as plain text, in their order; `title` is empty for those before any section. */
type ReleaseSection = { title: string; items: string[] }

/** `version` is `x.y.z`; `month` is what the heading says in parentheses, empty without them. */
export type Release = { version: string; month: string; sections: ReleaseSection[] }

type Line =
  | { kind: 'release'; level: number; version: string; month: string }
  | { kind: 'section'; level: number; title: string }
  | { kind: 'bullet' | 'continuation'; text: string }
  | { kind: 'other' }

const HEADING = /^ {0,3}(#{1,6})\s+(.+?)\s*#*$/
const RELEASE = /^Release\s+\[v?(\d{1,6}(?:\.\d{1,6}){2})\](?:\([^)]*\))?(?:\s+\(([^()]*)\))?$/i
const BULLET = /^\s*[-*+]\s+(.+)$/
const CONTINUATION = /^\s{2,}(\S.*)$/

/**
 * The releases of a changelog in the order written, without commit hashes. Whatever is no heading
 * and no bullet line is passed over; the rest of a bullet that was broken in two belongs to it.
 */
export function parseReleaseNotes(changelog: string): Release[] {
  const releases: Release[] = []
  let level = 0
  let release: Release | null = null
  let isInBullet = false
  for (const line of changelog.split(/\r\n|\r|\n/).map(readLine)) {
    if (line.kind === 'release') {
      release = { version: line.version, month: line.month, sections: [] }
      level = line.level
      releases.push(release)
    } else if (line.kind === 'section') {
      if (line.level <= level) release = null
      release?.sections.push({ title: line.title, items: [] })
    } else if (line.kind === 'bullet') {
      if (release?.sections.length === 0) release.sections.push({ title: '', items: [] })
      release?.sections.at(-1)?.items.push(line.text)
    } else if (line.kind === 'continuation' && isInBullet) {
      const items = release?.sections.at(-1)?.items
      items?.push(`${items.pop()} ${line.text}`)
    }
    isInBullet = line.kind === 'bullet' || (isInBullet && line.kind === 'continuation')
  }
  return releases.map(asPlainText)
}

/** The release of the highest version; null when there is none. */
export function latestRelease(releases: readonly Release[]): Release | null {
  return newestFirst(releases)[0] ?? null
}

/** By their versions; of two with the same one, as they were written. */
export function newestFirst(releases: readonly Release[]): Release[] {
  return releases.toSorted((one, other) =>
    other.version.localeCompare(one.version, 'en', { numeric: true }),
  )
}

function readLine(line: string): Line {
  const [, marks = '', heading = line.trim()] = HEADING.exec(line) ?? []
  const [, version, month = ''] = RELEASE.exec(heading) ?? []
  if (version) return { kind: 'release', level: marks.length, version, month }
  if (marks) return { kind: 'section', level: marks.length, title: heading }
  const [, bullet] = BULLET.exec(line) ?? []
  if (bullet) return { kind: 'bullet', text: bullet }
  const [, text] = CONTINUATION.exec(line) ?? []
  return text ? { kind: 'continuation', text } : { kind: 'other' }
}

function asPlainText({ version, month, sections }: Release): Release {
  const plain = sections.map(({ title, items }) => ({
    title: plainText(title),
    items: items.map(plainText).filter((item) => item !== ''),
  }))
  return {
    version,
    month: plainText(month),
    sections: plain.filter(({ items }) => items.length > 0),
  }
}

const HASH = /(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/gi
/** Stands where a hash was, until what stood around it alone has gone as well. */
const GONE = '\u0000'
const ONLY_GONE_IN_BRACKETS = /[([]\s*\0(?:[\s,;]*\0)*\s*[)\]]/g

/** Markdown of one line as people read it; commit hashes go, with their brackets and links. */
function plainText(markdown: string): string {
  let text = markdown
    .replace(/\p{Cc}/gu, ' ')
    .replace(/!?\[([^\][]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+|`+|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(/https?:\/\/\S+/gi, (address) => (address.search(HASH) < 0 ? address : GONE))
    .replace(HASH, GONE)
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(ONLY_GONE_IN_BRACKETS, GONE)
  }
  return text
    .replace(/^[\s\0]*\0[\s:,;–—-]*/, '')
    .replace(/[\s:,;–—-]*\0[\s\0]*$/, '')
    .replace(/[\s\0]+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim()
}
