import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import type {
  adviceWritingMachine,
  WrittenAdvice,
} from '#machines/advice/advice-writing.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const restAdvice: PatientAdvice = {
  id: 51,
  url: 'https://carelane.example/api/admin/patientadvices/51/',
  version: 1,
  patient_id: 12,
  staff_id: 3,
  staff_name: 'Amara Okafor',
  appointment_id: 41,
  appointment_start: '2026-08-05T08:30:00.000Z',
  advice_text: 'Rest.\n<b>Drink</b> enough.',
  category_ids: [2],
  categories: [{ id: 2, name: 'Self-care' }],
  created: '2026-08-05T08:45:00.000Z',
  modified: '2026-08-05T08:45:00.000Z',
  earlier_texts: [],
  pinned: false,
  favourite: false,
  archived: null,
  withdrawn: null,
  may: ['change', 'archive', 'withdraw'],
}
/** As somebody else has changed it. */
export const latestAdvice: PatientAdvice = {
  ...restAdvice,
  version: 2,
  advice_text: 'Rest for a week.',
}
export const written: WrittenAdvice = {
  advice_text: 'Sleep well.',
  category_ids: [2],
  pinned: false,
}

export const adviceWritingCatalogue = {
  events: {
    'writing.requested': [{ type: 'writing.requested' }],
    'editing.requested': [{ type: 'editing.requested', advice: restAdvice }],
    'withdrawing.requested': [{ type: 'withdrawing.requested', advice: restAdvice }],
    'marks.chosen': [{ type: 'marks.chosen', advice: restAdvice, marks: { pinned: true } }],
    'advice.submitted': [{ type: 'advice.submitted', written }],
    'withdrawal.confirmed': [{ type: 'withdrawal.confirmed', reason: 'Wrong patient' }],
    'form.left': [
      { type: 'form.left', hasChanges: true },
      { type: 'form.left', hasChanges: false },
    ],
    'leaving.confirmed': [{ type: 'leaving.confirmed' }],
    'leaving.dropped': [{ type: 'leaving.dropped' }],
    'saving.retried': [{ type: 'saving.retried' }],
    'saving.dropped': [{ type: 'saving.dropped' }],
    'reload.requested': [{ type: 'reload.requested' }],
  },
  results: {
    saveAdvice: {
      saved: [{ kind: 'saved' }],
      stale: [{ kind: 'stale', change: 'Samir Okafor changed advice at 9am.' }],
      refused: [
        {
          kind: 'refused',
          reason: 'One of these no longer exists.',
          fields: { category_ids: ['One of these no longer exists.'] },
        },
      ],
    },
    readAdvice: {
      read: [{ kind: 'read', advice: latestAdvice }],
      refused: [{ kind: 'refused', reason: 'You are signed out.', fields: {} }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof adviceWritingMachine>
