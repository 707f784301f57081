type Pair = { person_id: number; other_id: number; score: number }

export type ConnectedGroup = { ids: number[]; score: number }

export function connectedGroups(pairs: readonly Pair[]): ConnectedGroup[] {
  const parents = new Map<number, number>()
  const findRoot = (id: number): number => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) {
      const above = parents.get(parent)
      // Halves the way for the next look-up.
      if (above !== undefined) parents.set(root, above)
      root = parent
    }
    return root
  }
  for (const { person_id, other_id } of pairs) {
    const [one, other] = [findRoot(person_id), findRoot(other_id)]
    if (one !== other) parents.set(Math.max(one, other), Math.min(one, other))
  }
  const groups = new Map<number, { ids: Set<number>; score: number }>()
  for (const { person_id, other_id, score } of pairs) {
    const root = findRoot(person_id)
    const group = groups.get(root) ?? { ids: new Set(), score: 0 }
    group.ids.add(person_id).add(other_id)
    group.score = Math.max(group.score, score)
    groups.set(root, group)
  }
  return [...groups]
    .toSorted(([a, one], [b, other]) => other.score - one.score || a - b)
    .map(([, { ids, score }]) => ({ ids: [...ids].toSorted((a, b) => a - b), score }))
}
