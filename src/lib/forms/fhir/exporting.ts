import type { GroupedItem } from '../../contract/forms/form-item.ts'

/** JSON that is written; its shape is checked by a validator in the tests. */
export type FhirJson = Record<string, unknown>

export type Exporting = {
  /** Items that conditions look at, by id. */
  targets: ReadonlyMap<string, GroupedItem>
  /** In which dates with a time are kept. */
  timeZone: string
}
