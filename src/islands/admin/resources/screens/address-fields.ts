import type { ScreenField } from '../admin-screen.ts'

export const addressFormFields: readonly ScreenField[] = [
  { field: 'address1', kind: 'text' },
  { field: 'address2', kind: 'text' },
  { field: 'city', kind: 'text' },
  { field: 'county', kind: 'text' },
  { field: 'nation', kind: 'text' },
  { field: 'postcode', kind: 'text', width: 'max-w-40' },
]

export const reachedBy: readonly ScreenField[] = [
  { field: 'telephone', kind: 'tel', width: 'max-w-80' },
  { field: 'email', kind: 'email' },
]

export const SLUG_HINT =
  'Used in page addresses. Use lower case letters, numbers and hyphens, or leave blank to use the name. If you change it, old links stop working.'
