import type { FormSendingEvent, SendFormResult } from '#machines/ui/form-sending.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const formSendingCatalogue = {
  events: { 'form.submitted': [{ type: 'form.submitted', values: { patient_id: 9 } }] },
  results: {
    sendForm: {
      sent: [{ kind: 'sent' }],
      refused: [{ kind: 'refused', reason: 'The clinician is occupied.', fields: {} }],
    },
  },
  delays: {},
} satisfies Catalogue<FormSendingEvent<unknown>, { sendForm: SendFormResult }>
