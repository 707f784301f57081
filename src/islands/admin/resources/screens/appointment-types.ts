import { formatPrices } from '#lib/catalogue/format-prices.ts'
import { appointmentTypes } from '#lib/contract/admin/appointment-types.ts'
import type { ServicePrice } from '#lib/contract/fields.ts'
import { lateComponent } from '../../../ui/late-component.tsx'
import type { AdminScreen } from '../admin-screen.ts'
import { formatTimeLength } from '../field-kinds.ts'
import { SLUG_HINT } from './address-fields.ts'
import { servicePictureChoices } from './appointment-categories.tsx'

const shown = (label: string, yes: string, no: string) => ({
  label,
  choices: [
    { value: '', label: 'All' },
    { value: 'false', label: no },
    { value: 'true', label: yes },
  ],
})

export const appointmentTypeScreen: AdminScreen = {
  of: appointmentTypes,
  lead: 'What people can book: how long it takes, the competencies it needs and where it is listed.',
  columns: [
    { field: 'name', width: 20 },
    { field: 'duration', width: 7 },
    {
      field: 'prices',
      width: 14,
      hiddenAtFirst: true,
      cell: ({ prices }) => formatPrices(prices as ServicePrice[]),
    },
    { field: 'summary', width: 18, hiddenAtFirst: true },
    { field: 'category_names', width: 16 },
    { field: 'competency_names', width: 18 },
    { field: 'patient_form_names', width: 16, hiddenAtFirst: true },
    { field: 'clinician_form_names', width: 16, hiddenAtFirst: true },
    { field: 'outcome_names', width: 16, hiddenAtFirst: true },
    { field: 'tag_names', width: 12, hiddenAtFirst: true },
    {
      field: 'reminder_minutes',
      width: 14,
      hiddenAtFirst: true,
      cell: ({ reminder_minutes }) =>
        (reminder_minutes as number[]).map(formatTimeLength).join(', '),
    },
    { field: 'slug', width: 14, hiddenAtFirst: true },
    { field: 'hidden', width: 7 },
    { field: 'disabled', width: 8 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
        {
          field: 'duration',
          kind: 'number',
          width: 'max-w-24',
          hint: 'A multiple of 5. Existing appointments keep their length.',
        },
        {
          field: 'summary',
          kind: 'sentence',
          hint: 'One line for lists of services, such as: Your yearly jab, before winter.',
        },
        {
          field: 'description',
          kind: 'paragraph',
          hint: 'Shown on the page of this service. Leave an empty line to start a new paragraph.',
        },
        {
          field: 'synonyms',
          kind: 'text',
          hint: 'Other names people search for, such as jab, flu shot. Separate them with commas. Visitors do not see them.',
        },
        {
          field: 'prebooking_info',
          kind: 'paragraph',
          hint: 'What people need to know before they book.',
        },
        {
          field: 'what_to_bring',
          kind: 'paragraph',
          hint: 'Shown to people who have booked, and in their messages.',
        },
      ],
    },
    {
      fields: [
        {
          field: 'prices',
          kind: 'prices',
          hint: 'For example NHS, 0, if you are 65 or over. Enter 0 if it is free. Shown in this order.',
        },
      ],
    },
    {
      title: 'Who can take it',
      fields: [
        {
          field: 'competency_ids',
          kind: 'references',
          hint: 'A clinician must hold all of these on the day. If you add one that a booked clinician does not hold, you choose what to do with each of their appointments.',
        },
      ],
    },
    {
      title: 'Forms and outcomes',
      fields: [
        {
          field: 'patient_form_ids',
          kind: 'references',
          hint: 'Patients fill these in, in this order.',
        },
        {
          field: 'clinician_form_ids',
          kind: 'references',
          hint: 'Clinicians fill these in, in this order.',
        },
        {
          field: 'outcome_ids',
          kind: 'references',
          hint: 'Clinicians choose from these when they complete the appointment.',
        },
      ],
    },
    {
      title: 'Messages to the patient',
      fields: [
        {
          field: 'reminder_minutes',
          kind: 'times',
          hint: 'How long before the appointment, such as 3 days, 2 hours. You can enter 5. Reminders are sent between 8am and 8pm. Leave blank for none.',
        },
      ],
    },
    {
      title: 'Where it is listed',
      fields: [
        { field: 'category_ids', kind: 'references' },
        {
          field: 'picture',
          kind: 'select',
          choices: servicePictureChoices('The same as its category'),
          hint: 'Shown where there is no image.',
        },
        { field: 'tag_ids', kind: 'references' },
        {
          field: 'hidden',
          kind: 'checkbox',
          hint: 'Only people with the link, and staff who can view hidden types, can see it.',
        },
        {
          field: 'disabled',
          kind: 'checkbox',
          hint: 'Nobody can book it. You choose what to do with each future appointment, and can keep them all.',
        },
      ],
    },
  ],
  extra: lateComponent(async () => (await import('../RecordImage.tsx')).TypeImage),
  filters: [
    { name: 'disabled', ...shown('Bookable', 'Disabled', 'Can be booked') },
    { name: 'hidden', ...shown('Visibility', 'Hidden', 'Offered to visitors') },
  ],
}
