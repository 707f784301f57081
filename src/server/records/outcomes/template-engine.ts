import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Liquid } from 'liquidjs'
import { type TemplatePath, templatePaths } from '#lib/records/outcomes/shipped-templates.ts'

const PARTIALS = ['partials/closing']
/** Others reach for files, or write what is not escaped. */
const REFUSED_TAGS = ['include', 'layout', 'block']
/** None of these takes longer than its input is long, or writes HTML. */
const FILTERS = new Set(
  `append capitalize compact default downcase first join last map minus plus prepend remove replace
  reverse round size sort split squish strip times truncate truncatewords uniq upcase where`.split(
    /\s+/,
  ),
)
const LONGEST_TEMPLATE = 100_000
const LONGEST_RENDER_MS = 500
const MOST_MEMORY = 1_000_000

const source = (path: string) => readFileSync(join(import.meta.dirname, 'templates', path), 'utf8')

const shipped = Object.fromEntries(templatePaths.map((path) => [path, source(path)]))

export const shippedTemplate = (path: TemplatePath): string => shipped[path] ?? ''

/** For templates that administrators write. It reads no file; `render` knows the shipped partials. */
export const templateEngine = makeEngine()

function makeEngine(): Liquid {
  const engine = new Liquid({
    templates: Object.fromEntries(PARTIALS.map((path) => [path, source(`${path}.liquid`)])),
    outputEscape: 'escape',
    ownPropertyOnly: true,
    strictFilters: true,
    jsTruthy: true,
    parseLimit: LONGEST_TEMPLATE,
    renderLimit: LONGEST_RENDER_MS,
    memoryLimit: MOST_MEMORY,
  })
  for (const tag of REFUSED_TAGS) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) {
    if (!FILTERS.has(filter)) engine.unregisterFilter(filter)
  }
  return engine
}
