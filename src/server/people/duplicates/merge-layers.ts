/**
 * What one field of the kept record was before and after a merge. The merges of one record lie on top
 * of each other as layers; undoing one takes its layer out and applies those above it again.
 */
export type Layer<State> = {
  before: State
  after: State
  /** The merged record's own value. */
  offered: State
  /** Whose value the field takes: the merged record's, the kept one's, or whichever is filled in. */
  mode: 'take' | 'keep' | 'fill'
}

type Rules<State> = {
  isSame: (one: State, other: State) => boolean
  isEmpty: (state: State) => boolean
}

/** The layer of a merge over the value that a field has. */
export function layerOver<State>(
  before: State,
  { offered, mode }: Pick<Layer<State>, 'offered' | 'mode'>,
  { isEmpty }: Rules<State>,
): Layer<State> {
  const isTaken = mode === 'take' || (mode === 'fill' && isEmpty(before))
  return { before, after: isTaken ? offered : before, offered, mode }
}

/**
 * Takes the lowest of these layers out. A value that somebody entered between two merges, or after the
 * last one, stays.
 * @param removed the layer of the merge that is undone.
 * @param later the layers of the merges after it that stand, in their order.
 * @param current the value that the field has now.
 * @returns the value that the field would have without the merge, and the later layers over it.
 */
export function withoutLayer<State>(
  removed: Layer<State>,
  later: readonly Layer<State>[],
  current: State,
  rules: Rules<State>,
): { value: State; later: Layer<State>[] } {
  let [recorded, value] = [removed.after, removed.before]
  const rebuilt = later.map((layer) => {
    const isEntered = !rules.isSame(layer.before, recorded)
    const next = layerOver(isEntered ? layer.before : value, layer, rules)
    recorded = layer.after
    value = next.after
    return next
  })
  return { value: rules.isSame(current, recorded) ? value : current, later: rebuilt }
}
