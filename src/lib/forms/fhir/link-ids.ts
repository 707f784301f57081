const VALID = /^[A-Za-z][\w-]{0,59}$/

/**
 * Each link id keeps its own id where it can, else it gets one that resembles it. Valid ones come
 * first, so that nothing takes their place.
 */
export function itemIds(linkIds: readonly string[]): string[] {
  const used = new Set<string>()
  const validIds = linkIds.map((linkId) => {
    if (!VALID.test(linkId) || linkId in {} || used.has(linkId)) return null
    used.add(linkId)
    return linkId
  })
  return linkIds.map((linkId, at) => validIds[at] ?? unusedId(linkId, used))
}

export function unusedId(name: string, used: Set<string>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
  const withLetter = /^[A-Za-z]/.test(words) ? words : `q-${words}`.replace(/-$/, '')
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? withLetter : `${withLetter}-${number}`
    if (used.has(id) || id in {}) continue
    used.add(id)
    return id
  }
}
