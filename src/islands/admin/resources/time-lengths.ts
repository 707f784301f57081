const UNITS = [
  { name: 'day', minutes: 1_440 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
]

export function formatTimeLength(minutes: number): string {
  const parts: string[] = []
  let left = minutes
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.minutes)
    left -= count * unit.minutes
    if (count > 0) parts.push(`${count} ${unit.name}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}

export function lengthIn(words: string): number | null {
  const parts = [...words.matchAll(/(\d{1,5})\s*(day|hour|minute)s?/gi)]
  const rest = parts.reduce((left, [part]) => left.replace(part, ''), words)
  if (parts.length === 0 || rest.trim() !== '') return null
  return parts.reduce((sum, [, count, name]) => {
    const unit = UNITS.find((one) => one.name === name?.toLowerCase())
    return sum + Number(count) * (unit?.minutes ?? 0)
  }, 0)
}
