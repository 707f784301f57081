/**
 * Merges of one field lie on each other; undoing one removes its values and applies those above
 * again.
 */
export type MergedValue<State> = {
  before: State
  after: State
  offered: State
  mode: 'take' | 'keep' | 'fill'
}

type Rules<State> = {
  isSame: (one: State, other: State) => boolean
  isEmpty: (state: State) => boolean
}

export function mergeOver<State>(
  before: State,
  { offered, mode }: Pick<MergedValue<State>, 'offered' | 'mode'>,
  { isEmpty }: Rules<State>,
): MergedValue<State> {
  const isTaken = mode === 'take' || (mode === 'fill' && isEmpty(before))
  return { before, after: isTaken ? offered : before, offered, mode }
}

/**
 * Removes the layer of an undone merge. Values entered between or after merges stay.
 * @param later the layers above it, in order.
 * @param current the field's present value.
 * @returns the field's value without the merge, and the later layers over it.
 */
export function withoutMerge<State>(
  removed: MergedValue<State>,
  later: readonly MergedValue<State>[],
  current: State,
  rules: Rules<State>,
): { value: State; later: MergedValue<State>[] } {
  let [recorded, value] = [removed.after, removed.before]
  const rebuilt = later.map((layer) => {
    const isEntered = !rules.isSame(layer.before, recorded)
    const next = mergeOver(isEntered ? layer.before : value, layer, rules)
    recorded = layer.after
    value = next.after
    return next
  })
  return { value: rules.isSame(current, recorded) ? value : current, later: rebuilt }
}
