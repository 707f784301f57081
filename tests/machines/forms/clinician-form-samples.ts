import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'
import { savedForm } from './form-samples.ts'

/** A reading of the blood pressure on two pages, half done. */
export const clinicianForm: ClinicianForm = {
  ...savedForm,
  id: 61,
  eform: {
    ...savedForm.eform,
    id: 8,
    name: 'Blood pressure',
    title: 'Blood pressure reading',
    description: '',
    formDefinition: [
      { type: 'page', id: 'first', label: 'First reading' },
      {
        type: 'number',
        id: 'upper',
        label: 'Upper',
        required: true,
        alerts: [
          {
            when: {
              match: 'all',
              conditions: [{ item: 'upper', operator: 'at_least', value: 180 }],
            },
            level: 'warning',
            text: 'Upper reading of 180 or more',
          },
        ],
      },
      { type: 'page', id: 'after', label: 'Advice' },
      { type: 'text', id: 'advice', label: 'Advice given' },
    ],
  },
  answers: { upper: '120' },
  status: 'in_progress',
  completed: null,
  completed_by_name: '',
  alerts: [],
  versions: [],
}

const versions = [
  {
    id: 71,
    submitted: '2026-08-03T08:40:00.000Z',
    submitted_by_name: 'Rosa Whitfield',
    reason: '',
  },
]

export const completedClinicianForm: ClinicianForm = {
  ...clinicianForm,
  answers: { upper: 120 },
  may: ['amend'],
  revision: 5,
  is_draft: false,
  submitted_form_id: 71,
  status: 'completed',
  completed: '2026-08-03T08:40:00.000Z',
  completed_by_name: 'Rosa Whitfield',
  versions,
}
