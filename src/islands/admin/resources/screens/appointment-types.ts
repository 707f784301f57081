import { lazy } from 'react'
import { appointmentTypes } from '#lib/contract/admin/appointment-types.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { SLUG_HINT } from './address-fields.ts'

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
  lead: 'What people can book: how long it takes, what the clinician must hold, and where it is listed.',
  columns: [
    { field: 'name', width: 20 },
    { field: 'duration', width: 7 },
    { field: 'category_names', width: 16 },
    { field: 'competency_names', width: 18 },
    { field: 'patient_form_names', width: 16, hiddenAtFirst: true },
    { field: 'clinician_form_names', width: 16, hiddenAtFirst: true },
    { field: 'outcome_names', width: 16, hiddenAtFirst: true },
    { field: 'tag_names', width: 12, hiddenAtFirst: true },
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
          hint: 'A multiple of 5. Appointments that are booked keep the time they have.',
        },
        {
          field: 'description',
          kind: 'paragraph',
          hint: 'What people read on the page of this service. An empty line begins a new paragraph.',
        },
        {
          field: 'synonyms',
          kind: 'text',
          hint: 'What else people call it, such as jab, flu shot. Separate with commas. Not shown to visitors.',
        },
        {
          field: 'prebooking_info',
          kind: 'paragraph',
          hint: 'What people have to know before they book.',
        },
      ],
    },
    {
      title: 'Who takes it',
      fields: [
        {
          field: 'competency_ids',
          kind: 'references',
          hint: 'A clinician must hold all of them on the day. If one is added that a booked clinician does not hold, you decide what becomes of each of those appointments.',
        },
      ],
    },
    {
      title: 'Forms and outcomes',
      fields: [
        {
          field: 'patient_form_ids',
          kind: 'references',
          hint: 'What the patient fills in, in this order.',
        },
        {
          field: 'clinician_form_ids',
          kind: 'references',
          hint: 'What the clinician fills in, in this order.',
        },
        {
          field: 'outcome_ids',
          kind: 'references',
          hint: 'What the clinician chooses from when completing the appointment.',
        },
      ],
    },
    {
      title: 'Where it is found',
      fields: [
        { field: 'category_ids', kind: 'references' },
        { field: 'tag_ids', kind: 'references' },
        {
          field: 'hidden',
          kind: 'checkbox',
          hint: 'Only whoever has the key finds it, and staff who may see hidden types.',
        },
        {
          field: 'disabled',
          kind: 'checkbox',
          hint: 'Nobody books it any more. What is booked already stays booked: you decide what becomes of each appointment to come, and can leave them all as they are.',
        },
      ],
    },
  ],
  extra: lazy(async () => ({ default: (await import('../RecordImage.tsx')).TypeImage })),
  filters: [
    { name: 'disabled', ...shown('Bookable', 'Disabled', 'Can be booked') },
    { name: 'hidden', ...shown('Shown', 'Hidden', 'Offered to visitors') },
  ],
}
