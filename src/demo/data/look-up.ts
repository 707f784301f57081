export function lookUp<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demonstration's data has no ${String(key)}`)
  return value
}
