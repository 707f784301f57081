import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import { eggQuestions } from '../../lib/forms/egg-questions.ts'

export const savedForm: SavedForm = {
  id: 31,
  url: 'https://clinic.example/api/public/savedforms/31/',
  appointment_id: 41,
  may: ['change', 'submit'],
  eform: {
    id: 7,
    name: 'Flu consent',
    title: 'Your consent to a flu vaccination',
    version: 2,
    subversion: 0,
    is_vaccination_form: true,
    minutes: 2,
    description: 'Please fill this in before you come.',
    formDefinition: [
      { type: 'page', id: 'health', label: 'Your health' },
      ...eggQuestions,
      { type: 'file', id: 'letter', label: 'A letter from your GP' },
      { type: 'page', id: 'agreeing', label: 'Your consent' },
      { type: 'checkbox', id: 'consent', label: 'I agree to be vaccinated', required: true },
    ],
  },
  revision: 3,
  started: '2026-08-03T08:00:00.000Z',
  saved: '2026-08-03T08:31:00.000Z',
  saved_by_name: 'Ada Guest',
  is_draft: true,
  amends: null,
  submitted_form_id: null,
  answers: { eggs: 'no' },
  on: '2026-08-03',
  site_telephone: '020 7946 0018',
}
