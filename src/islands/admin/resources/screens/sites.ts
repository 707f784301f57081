import { sites } from '#lib/contract/admin/sites.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { addressFields, reachedBy, SLUG_HINT } from './address-fields.ts'

export const siteScreen: AdminScreen = {
  of: sites,
  lead: 'Where people are seen. A hidden site is not offered to visitors.',
  columns: [
    { field: 'name', width: 16 },
    { field: 'address1', width: 14 },
    { field: 'city', width: 10 },
    { field: 'postcode', width: 8 },
    { field: 'telephone', width: 11 },
    { field: 'hidden', width: 6 },
    { field: 'slug', width: 12, hiddenAtFirst: true },
    { field: 'email', width: 16, hiddenAtFirst: true },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
        { field: 'hidden', kind: 'checkbox', hint: 'Only staff who may see hidden sites see it.' },
      ],
    },
    { title: 'Address', fields: addressFields },
    { title: 'How to reach it', fields: reachedBy },
  ],
  filters: [
    {
      name: 'hidden',
      label: 'Shown',
      choices: [
        { value: '', label: 'All' },
        { value: 'false', label: 'Offered to visitors' },
        { value: 'true', label: 'Hidden' },
      ],
    },
  ],
}
