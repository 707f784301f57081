import type { GroupedItem } from '../../contract/forms/form-item.ts'

export type FhirJson = Record<string, unknown>

export type Exporting = {
  targets: ReadonlyMap<string, GroupedItem>
  timeZone: string
}
