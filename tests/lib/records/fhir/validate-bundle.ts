import { problemsOfResource } from '../../forms/fhir/validate-resource.ts'

export type Resource = { resourceType: string; id: string } & Record<string, unknown>
type Bundle = { entry?: { fullUrl: string; resource: Resource }[] }
type Reference = { reference: string; type?: string }

/** The references anywhere in it. */
function referencesIn(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'reference' in value && typeof value.reference === 'string' ? [value] : []
  return [...(own as Reference[]), ...Object.values(value).flatMap(referencesIn)]
}

/** What FHIR R4 has against a bundle that has to stand alone: every reference leads within it. */
export function problemsOfBundle(bundle: object): string[] {
  const { entry = [] } = bundle as Bundle
  const found = new Map(entry.map(({ fullUrl, resource }) => [fullUrl, resource]))
  const dangling = entry.flatMap(({ resource }) =>
    referencesIn(resource)
      .filter(({ reference, type }) => {
        const target = found.get(reference)
        return !target || target.resourceType !== type
      })
      .map(({ reference, type }) => `${resource.resourceType}: ${type} ${reference} is not there`),
  )
  const misnamed = entry
    .filter(({ fullUrl, resource }) => fullUrl !== `urn:uuid:${resource.id}`)
    .map(({ fullUrl }) => `${fullUrl} is not the address of its resource`)
  // Of a bundle the validator does not check the invariants of what is inside.
  const inside = entry.flatMap(({ resource }) => problemsOfResource(resource))
  return [...problemsOfResource(bundle), ...inside, ...dangling, ...misnamed]
}

export const findResources = (bundle: object, type: string): Resource[] =>
  ((bundle as Bundle).entry ?? [])
    .map(({ resource }) => resource)
    .filter(({ resourceType }) => resourceType === type)
