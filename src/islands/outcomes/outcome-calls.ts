import type { ApiClient } from '#lib/api/client.ts'
import { appointmentAddress, type FormAudience, formAudiences } from '#lib/forms/form-address.ts'
import { outcomeAddress } from '#lib/outcomes/outcome-address.ts'
import type { OutcomeChange } from '#machines/outcomes/outcome-change.machine.ts'

type Letter = { appointmentId: number; outcomeId: number; recordedId?: number | undefined }

export function outcomeCalls(api: ApiClient, type: FormAudience, token: () => string | null) {
  const audience = formAudiences[type]
  const headers = () => {
    const linkToken = token()
    return linkToken === null ? {} : { 'Guest-User-Access-Token': linkToken }
  }
  return {
    type,
    addressOf: (letter: Letter) => outcomeAddress(type, letter, token()),
    appointmentAddress: (id: number) => appointmentAddress(type, id, token()),
    list: (id: number) =>
      api.call(`GET ${audience}/appointments/{id}/outcomes/`, {
        params: { id },
        headers: headers(),
      }),
    render: ({ appointmentId, outcomeId, recordedId }: Letter) =>
      api.call(`GET ${audience}/appointmentoutcomes/{id}/render/`, {
        params: { id: outcomeId },
        query: {
          appointment_id: String(appointmentId),
          ...(recordedId !== undefined && { recorded_id: String(recordedId) }),
        },
        headers: headers(),
      }),
    save: (id: number, change: OutcomeChange) => {
      const { version, reason } = change
      switch (change.kind) {
        case 'add':
          return api.call('POST admin/appointments/{id}/outcomes/', {
            params: { id },
            body: { version, reason, outcome_id: change.outcomeId },
          })
        case 'change':
          return api.call('PUT admin/appointments/{id}/outcomes/{recorded_id}/', {
            params: { id, recorded_id: change.id },
            body: { version, reason, outcome_id: change.outcomeId },
          })
        case 'withdraw':
          return api.call('DELETE admin/appointments/{id}/outcomes/{recorded_id}/', {
            params: { id, recorded_id: change.id },
            body: { version, reason },
          })
      }
    },
  }
}

export type OutcomeCalls = ReturnType<typeof outcomeCalls>
