import { sites } from '#lib/contract/admin/sites.ts'
import { HOURS_DAYS } from '#lib/contract/opening-hours.ts'
import { lateComponent } from '../../../ui/late-component.tsx'
import type { AdminScreen } from '../admin-screen.ts'
import { addressFormFields, reachedBy, SLUG_HINT } from './address-fields.ts'

const hours = HOURS_DAYS.map((day) => `${day}_hours`)

export const siteScreen: AdminScreen = {
  of: sites,
  lead: 'Places where people are seen. Visitors see them as branches, unless they are hidden.',
  columns: [
    { field: 'name', width: 16 },
    { field: 'address1', width: 14 },
    { field: 'city', width: 10 },
    { field: 'postcode', width: 8 },
    { field: 'telephone', width: 11 },
    { field: 'display_order', width: 6 },
    { field: 'hidden', width: 6 },
    { field: 'offers_services', width: 8, hiddenAtFirst: true },
    { field: 'slug', width: 12, hiddenAtFirst: true },
    { field: 'email', width: 16, hiddenAtFirst: true },
    ...hours.map((field) => ({ field, width: 10, hiddenAtFirst: true })),
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
        {
          field: 'hidden',
          kind: 'checkbox',
          hint: 'Only people with the link, and staff who can view hidden sites, can see it.',
        },
      ],
    },
    { title: 'Address', fields: addressFormFields },
    { title: 'Contact details', fields: reachedBy },
    {
      title: 'Opening hours',
      hint: 'For example, 9am to 5:30pm, or 9am to 1pm, 2pm to 5pm. Enter Closed if it is closed that day, or Open if times vary. Leave every day blank to show no hours.',
      columns: 2,
      fields: hours.map((field) => ({ field, kind: 'text' as const })),
    },
    {
      fields: [
        {
          field: 'bank_holidays_hint',
          kind: 'paragraph',
          hint: 'What people should know about bank holidays. Shown below the opening hours.',
        },
      ],
    },
    {
      title: 'Place on the map',
      hint: 'In degrees, as maps show them. Leave both blank to show no map.',
      columns: 2,
      fields: [
        { field: 'latitude', kind: 'degrees' },
        { field: 'longitude', kind: 'degrees' },
      ],
    },
    {
      title: 'In the list of branches',
      fields: [
        {
          field: 'display_order',
          kind: 'number',
          width: 'max-w-24',
          hint: 'Visitors see the lowest number first. Branches with the same number are sorted by name.',
        },
        {
          field: 'offers_services',
          kind: 'checkbox',
          hint: 'Its page lists the services that people can book.',
        },
      ],
    },
  ],
  extra: lateComponent(async () => (await import('../RecordImage.tsx')).SiteImage),
  filters: [
    {
      name: 'hidden',
      label: 'Visibility',
      choices: [
        { value: '', label: 'All' },
        { value: 'false', label: 'Offered to visitors' },
        { value: 'true', label: 'Hidden' },
      ],
    },
  ],
}
