import type { AuditEvent } from '#lib/contract/audit.ts'

export function AuditDetails({ change, sequence, at, source, request_id, action }: AuditEvent) {
  const entries = [
    ...Object.entries(change).map(([name, value]) => [inWords(name), valueInWords(value)]),
    ['Exact time', at],
    ['Source', source || 'Not known'],
    ['Request', request_id || 'None'],
    ['Action name', action],
    ['Entry', String(sequence)],
  ]
  return (
    <dl className="summary-list">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(', ') || 'None'
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([name, part]) => `${name.replaceAll('_', ' ')}: ${valueInWords(part)}`,
    )
    return parts.join('; ') || 'None'
  }
  return String(value)
}
