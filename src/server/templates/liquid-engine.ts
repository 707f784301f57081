import { Liquid, type LiquidOptions } from 'liquidjs'

/** Other tags reach for files, or write what is not escaped. */
const REFUSED_TAGS = ['include', 'layout', 'block']
const FILTERS = new Set(
  `append capitalize compact default downcase first join last map minus plus prepend remove replace
  reverse round size sort split squish strip times truncate truncatewords uniq upcase where`.split(
    /\s+/,
  ),
)
const LONGEST_TEMPLATE = 100_000
const LONGEST_RENDER_MS = 1_000
/**
 * Entries of lists and characters that filters work on. The time is looked at between filters, and
 * the slowest takes a fifth of a second for so much.
 */
const MOST_MEMORY = 50_000

/** For templates that administrators write: no files, no own tags, limits of size and time. */
export function liquidEngine(options: Pick<LiquidOptions, 'templates' | 'outputEscape'>): Liquid {
  const engine = new Liquid({
    ...options,
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
