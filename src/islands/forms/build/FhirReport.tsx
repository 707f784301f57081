import type { FhirReportKind, FhirReportLine } from '#lib/forms/fhir/fhir-report.ts'
import { counted } from '#lib/text/format-number.ts'

const kinds: readonly { kind: FhirReportKind; title: string }[] = [
  { kind: 'unsafe', title: 'Check these' },
  { kind: 'changed', title: 'Carried over in another way' },
  { kind: 'left_out', title: 'Left out' },
]

export function FhirReport({ lines }: { lines: readonly FhirReportLine[] }) {
  if (lines.length === 0) return <p>Everything is carried over.</p>
  return kinds.map(({ kind, title }) => {
    const ofKind = lines.filter((line) => line.kind === kind)
    if (ofKind.length === 0) return null
    return (
      <details key={kind} open={kind === 'unsafe'}>
        <summary className="cursor-pointer py-2 font-semibold">
          {title} ({counted(ofKind.length, 'point')})
        </summary>
        <ul className="flex flex-col gap-3">
          {byItem(ofKind).map(([name, inside]) => (
            <li key={name}>
              <p className="font-semibold">{name || 'The whole questionnaire'}</p>
              <ul className="list-disc pl-5">
                {inside.map(({ path, message }) => (
                  <li key={`${path} ${message}`} className="[overflow-wrap:anywhere]">
                    {message} {path && <code className="hint">{path}</code>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    )
  })
}

function byItem(lines: readonly FhirReportLine[]): [string, FhirReportLine[]][] {
  const found = new Map<string, FhirReportLine[]>()
  for (const line of lines) {
    const name = line.item ?? ''
    found.set(name, [...(found.get(name) ?? []), line])
  }
  return [...found]
}
