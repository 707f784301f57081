import { eforms } from '#lib/contract/admin/eforms.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { findQuestions } from '#lib/contract/forms/item-lists.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const eformScreen: AdminScreen = {
  of: eforms,
  fullScreen: true,
  lead: 'Forms that patients and clinicians fill in. Each appointment type lists the ones it needs. If you change a form, you create a new version. Completed forms keep theirs.',
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
      cell: ({ formDefinition }) => findQuestions(formDefinition as FormItem[]).length,
    },
    { field: 'is_vaccination_form', width: 10 },
    { field: 'archived', width: 8 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text', hint: 'The name that staff see.' },
        {
          field: 'title',
          kind: 'text',
          hint: 'The heading on the form. Leave blank to use the name.',
        },
        {
          field: 'description',
          kind: 'paragraph',
          hint: 'What the form is for. Shown below the heading.',
        },
        {
          field: 'is_vaccination_form',
          kind: 'checkbox',
          hint: 'For appointments where a vaccination is given.',
        },
        {
          field: 'archived',
          kind: 'checkbox',
          later: true,
          hint: 'Nobody is asked to fill it in any more. Forms that people have begun or sent stay as they are.',
        },
      ],
    },
    {
      title: 'Questions',
      fields: [
        {
          field: 'formDefinition',
          kind: 'form',
        },
        {
          field: 'keep_version',
          kind: 'checkbox',
          later: true,
          afresh: true,
          hint: 'For changes to wording only, not to questions. Saves a correction, such as 2.1 after 2.0, instead of a new version, such as 3.0.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'archived',
      label: 'Status',
      choices: [
        { value: '', label: 'In use' },
        { value: 'true', label: 'Archived' },
        { value: 'all', label: 'All' },
      ],
    },
    {
      name: 'is_vaccination_form',
      label: 'Kind',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'For vaccinations' },
        { value: 'false', label: 'Others' },
      ],
    },
  ],
}
