import type { FormItem } from '#lib/contract/forms/form-item.ts'

type FormItemsDraft = {
  items: readonly FormItem[]
  /** It is JSON that was typed and does not count yet. */
  typed: string | null
}

/** It is JSON of the items; with typed text beside it no list, so that nothing takes it for one. */
export const formItemsEntered = ({ items, typed }: FormItemsDraft): string =>
  JSON.stringify(typed === null ? items : { items, typed }, null, 2)

export function formItemsDraft(entered: string): FormItemsDraft {
  const read = JSON.parse(entered) as FormItem[] | FormItemsDraft
  return Array.isArray(read) ? { items: read, typed: null } : (read as FormItemsDraft)
}
