/**
 * How the browser's scripts are cut into files (docs/decisions/0036). Left to itself the bundler makes
 * a file of whatever the very same pages share: more than a hundred, half of them under 1 kB, forty to
 * sixty for one page.
 *
 * What is ours is cut by the parts of the site that use it, and by the large libraries that it draws
 * in. What a module imports is used by at least the same parts and draws in no more, so a file only
 * imports files that are further on in both: none can come to wait for itself. A new rule has to keep
 * that; `tests/scripts/chunks.test.ts` looks.
 */

/**
 * @typedef {{isEntry: boolean, importers: string[], dynamicImporters: string[], importedIds: string[]}} Module
 * @typedef {{getModuleInfo: (id: string) => Module | null}} Graph what the bundler knows of modules
 */

/** Libraries that several parts share, each a file that seldom changes. */
const libraries = {
  // Before React, without which the scripts of a page's frame use it.
  xstate: /node_modules\/xstate\//,
  react: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@xstate\/react)\//,
  // Without what changes data: one page alone uses it.
  query: /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*(useMutation|mutationObserver))/,
}

/** Those that no page is to load only because another page of its part does. */
const largeLibraries = {
  zod: /node_modules\/zod\//,
  forms: /node_modules\/react-hook-form\//,
  dialogs: /node_modules\/(@headlessui|@tanstack\/(react-virtual|virtual-core))\//,
}

/** Every part below uses it anyway; a page that stands alone, such as that of a form, need not. */
const partLibraries = { query: libraries.query }

/** The parts of the site, by the islands with which they begin; the first that matches. */
const islands = {
  // The page with the tightest budget: nothing is loaded with it that it does not use.
  times: /src\/islands\/booking\/BookingApp\./,
  // The page on which people fill in a form has a budget, too.
  filling: /src\/islands\/forms\/fill\/FormFilling\./,
  // What comes once a time is chosen: no files for staff alone among it.
  booking: /src\/islands\/booking\/(LaterSteps|checkout\.actors|confirm\/BookedStep)\./,
  visitors: /src\/islands\/(services|booking|own-appointments\/find)\//,
  members: /src\/islands\/(people\/account|own-appointments)\//,
  administration: /src\/islands\/admin\/(audit|release-notes|resources)\//,
  duplicates: /src\/islands\/admin\/duplicates\//,
  clinic: /src\/islands\/(reporting|availability)\//,
  appointments: /src\/islands\/(planner|people\/record|schedule|orphaned)\//,
}

/** Scripts of the frame that is around each page: without React, and as small as can be. */
const everyPage = /src\/layouts\/frame\/(AccountMenu|ErrorReporting)\./

/** What keeps somebody signed in, and the pages to which sign-in and sign-out lead, share nearly all. */
const signIn = /src\/(layouts\/frame\/KeepSignedIn|pages\/(callback|logout-success|silent-renew))\./

/**
 * The part that begins with a script: by itself if it is none of those above.
 *
 * @param {string} entry
 */
function partOf(entry) {
  if (everyPage.test(entry)) return 'every-page'
  if (signIn.test(entry)) return 'sign-in'
  const [part] = Object.entries(islands).find(([, test]) => test.test(entry)) ?? []
  return part ?? /([\w-]+)\.(astro|tsx?|js)/.exec(entry)?.[1] ?? entry
}

/**
 * Which parts use a module: as soon as their pages are shown, or at any time.
 *
 * @param {string} id
 * @param {Graph} graph
 */
function usersOf(id, graph) {
  /** @type {Set<string>} */
  const atOnce = new Set()
  /** @type {Set<string>} */
  const ever = new Set()
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} module @param {boolean} later */
  const visit = (module, later) => {
    const step = `${module} ${later}`
    if (seen.has(step)) return
    seen.add(step)
    const info = graph.getModuleInfo(module)
    if (info?.isEntry || islands.booking.test(module)) {
      ever.add(partOf(module))
      if (!later) atOnce.add(partOf(module))
    }
    for (const importer of info?.importers ?? []) visit(importer, later)
    for (const importer of info?.dynamicImporters ?? []) visit(importer, true)
  }
  visit(id, false)
  return { atOnce, ever }
}

/**
 * Which file holds what these parts use. One for each set of parts would hold a module or two, so what
 * many parts use is loaded by all of them: a set that has more parts must not come to a file of fewer.
 *
 * @param {Set<string>} parts
 */
function fileOf(parts) {
  if (parts.has('every-page')) return 'every-page'
  const shown = Object.keys(islands).filter((part) => parts.has(part))
  const others = [...parts].filter((part) => !shown.includes(part)).toSorted()
  // Otherwise the frame of each page would load the form with the little that both use.
  if (shown.every((part) => part === 'filling')) return [...parts].toSorted().join('-')
  const session = others.length > 0 ? ['session'] : []
  if (parts.has('times') && shown.length > 1) return ['all-islands', ...session].join('-')
  if (parts.has('filling') && shown.length > 1) return ['filling-islands', ...session].join('-')
  return [...(shown.length > 2 ? ['most-islands'] : shown), ...session].join('-')
}

/**
 * @param {string} id
 * @param {RegExp} library
 * @param {Graph} graph
 * @param {Set<string>} seen
 * @returns {boolean}
 */
function drawsIn(id, library, graph, seen = new Set()) {
  if (library.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const { importedIds = [] } = graph.getModuleInfo(id) ?? {}
  return importedIds.some((next) => drawsIn(next, library, graph, seen))
}

/**
 * @param {string} id of a module that is ours
 * @param {Graph} graph
 * @returns the name of the file that it comes into
 */
export function nameOf(id, graph) {
  const { atOnce, ever } = usersOf(id, graph)
  const words = [atOnce.size > 0 ? fileOf(atOnce) : `later-${fileOf(ever)}`]
  const isOfPartsAlone = [...(atOnce.size > 0 ? atOnce : ever)].every((part) => part in islands)
  const apart = isOfPartsAlone ? largeLibraries : { ...partLibraries, ...largeLibraries }
  for (const [name, library] of Object.entries(apart)) {
    if (drawsIn(id, library, graph)) words.push(name)
  }
  return words.join('-')
}

/** Groups for the bundler's `codeSplitting`. What a single page uses stays with it. */
export const chunks = [
  ...Object.entries({ ...libraries, ...largeLibraries }).map(([name, test]) => ({ name, test })),
  {
    name: nameOf,
    test: /src\/|preload-helper/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]
