import type { FhirJson } from '../../forms/fhir/exporting.ts'

/**
 * FHIR forbids empty texts, lists and objects, and its texts know no other than ordinary spaces.
 */
export const plainResource = (resource: FhirJson): FhirJson => plain(resource) as FhirJson

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) {
    const items = value.map(plain).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object') return value
  if (value === null) return undefined
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const cleaned = plain(part)
    return cleaned === undefined ? [] : [[name, cleaned] as const]
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

function plainText(text: string): string | undefined {
  const cleaned = text
    .replaceAll(/[^\S\n\r\t]/g, ' ')
    .replaceAll(/[^\P{Cc}\n\r\t]/gu, '')
    .trim()
  return cleaned === '' ? undefined : cleaned
}
