import type { AuditEvent } from '#lib/contract/audit.ts'

export function AuditDetails({ change, sequence, at, source, request_id, action }: AuditEvent) {
  const entries = [
    ...Object.entries(change).map(([name, value]) => [formatFieldName(name), formatValue(value)]),
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

const formatFieldName = (name: string) => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ') || 'None'
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([name, part]) => `${name.replaceAll('_', ' ')}: ${formatValue(part)}`,
    )
    return parts.join('; ') || 'None'
  }
  return String(value)
}
