/* Reading JSON that somebody else wrote: nothing is trusted, and what was not read is known. */

export type FhirNode = { value: unknown; path: string }

export type FhirObject = Readonly<Record<string, unknown>>

export const isFhirObject = (value: unknown): value is FhirObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function findChild({ value, path }: FhirNode, name: string): FhirNode | undefined {
  if (!isFhirObject(value) || !Object.hasOwn(value, name)) return undefined
  return { value: value[name], path: path === '' ? name : `${path}.${name}` }
}

export function findChildren(node: FhirNode, name: string): FhirNode[] {
  const list = findChild(node, name)
  if (!list || !Array.isArray(list.value)) return []
  return list.value.map((value, at) => ({ value, path: `${list.path}[${at}]` }))
}

export const findExtensions = (node: FhirNode, url: string): FhirNode[] =>
  findChildren(node, 'extension').filter((each) => findChild(each, 'url')?.value === url)

export function extensionValue(
  extension: FhirNode | undefined,
  ...kinds: readonly string[]
): FhirNode | undefined {
  if (!extension) return undefined
  return kinds.flatMap((kind) => findChild(extension, `value${kind}`) ?? [])[0]
}

/** Remembers what was carried over or reported. `unreadIn` finds everything else. */
export class ReadMarks {
  readonly #whole = new Set<string>()
  readonly #partly = new Set<string>()

  mark(node: FhirNode | undefined): void {
    if (!node || this.#whole.has(node.path)) return
    this.#whole.add(node.path)
    for (let at = node.path.length - 1; at > 0; at -= 1) {
      const next = node.path[at]
      if (next === '.' || next === '[') this.#partly.add(node.path.slice(0, at))
    }
    this.#partly.add('')
  }

  /** Lists the largest parts that were not read. What `stopsAt` names is left to others. */
  unreadIn(node: FhirNode, stopsAt: (node: FhirNode) => boolean = () => false): FhirNode[] {
    if (this.#whole.has(node.path) || stopsAt(node)) return []
    const isOpened = Array.isArray(node.value) || this.#partly.has(node.path)
    const inside = isOpened ? findParts(node) : []
    return inside.length > 0 ? inside.flatMap((each) => this.unreadIn(each, stopsAt)) : [node]
  }
}

function findParts(node: FhirNode): FhirNode[] {
  const { value, path } = node
  if (Array.isArray(value)) {
    return value.map((each, at) => ({ value: each, path: `${path}[${at}]` }))
  }
  if (!isFhirObject(value)) return []
  return Object.keys(value).flatMap((name) => findChild(node, name) ?? [])
}
