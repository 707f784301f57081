import { eforms } from '#lib/contract/admin/eforms.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const eformScreen: AdminScreen = {
  of: eforms,
  lead: 'Forms that patients and clinicians fill in. Each appointment type says which it needs. A changed form is a new version: whoever has filled one in keeps the version that they saw.',
  columns: [
    { field: 'name', width: 20 },
    { field: 'title', width: 20 },
    {
      field: 'version',
      width: 8,
      cell: ({ version, subversion }) => `${version}.${subversion}`,
    },
    {
      field: 'formDefinition',
      width: 8,
      cell: ({ formDefinition }) => `${(formDefinition as unknown[]).length} items`,
    },
    { field: 'is_vaccination_form', width: 10 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text', hint: 'What staff call it.' },
        {
          field: 'title',
          kind: 'text',
          hint: 'The heading for whoever fills it in. Left empty, it is the name.',
        },
        { field: 'description', kind: 'paragraph', hint: 'What it is for, below the heading.' },
        {
          field: 'is_vaccination_form',
          kind: 'checkbox',
          hint: 'It is filled in where a vaccination is given.',
        },
      ],
    },
    {
      title: 'What is asked',
      fields: [
        {
          field: 'formDefinition',
          kind: 'json',
          hint: 'JSON: a list of items such as { "type": "text", "label": "Where do you travel to?" }. An item without an id gets one when you save.',
        },
        {
          field: 'keep_version',
          kind: 'checkbox',
          later: true,
          afresh: true,
          hint: 'Only words change, not what is asked: the version stays and the correction is counted, 2.1 after 2.0. Otherwise it becomes a new version: 3.0.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'is_vaccination_form',
      label: 'Shown',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'For vaccinations' },
        { value: 'false', label: 'Others' },
      ],
    },
  ],
}
