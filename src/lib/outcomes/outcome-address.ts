import type { FormAudience } from '../forms/form-address.ts'
import { accessFragment } from '../own-appointments/appointment-link.ts'

type Letter = {
  appointmentId: number
  outcomeId: number
  recordedId?: number | undefined
}

export function outcomeAddress(
  audience: FormAudience,
  { appointmentId, outcomeId, recordedId }: Letter,
  token: string | null = null,
): string {
  const query = recordedId === undefined ? '' : `?recorded_id=${recordedId}`
  const fragment = token === null ? '' : accessFragment(token)
  return `/${audience}/appointments/${appointmentId}/outcomes/${outcomeId}${query}${fragment}`
}
