/* `Release [x.y.z] (Month)` begins a release; lower headings its sections. */

type ReleaseSection = { title: string; items: string[] }

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

/** Without commit hashes. Ignores other lines; a broken bullet continues on the next line. */
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

export function latestRelease(releases: readonly Release[]): Release | null {
  return newestFirst(releases)[0] ?? null
}

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
/** Marks a removed hash until its brackets are removed. */
const GONE = '\u0000'
const ONLY_GONE_IN_BRACKETS = /[([]\s*\0(?:[\s,;]*\0)*\s*[)\]]/g

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
