import type { FormAudience } from '../forms/form-address.ts'
import { accessFragment } from '../own-appointments/appointment-link.ts'

type Letter = {
  appointmentId: number
  outcomeId: number
  /** An earlier record of the outcome; left out: the latest. */
  recordedId?: number | undefined
}

/** The page of an outcome's letter. */
export function outcomeAddress(
  audience: FormAudience,
  { appointmentId, outcomeId, recordedId }: Letter,
  token: string | null = null,
): string {
  const query = recordedId === undefined ? '' : `?recorded_id=${recordedId}`
  const fragment = token === null ? '' : accessFragment(token)
  return `/${audience}/appointments/${appointmentId}/outcomes/${outcomeId}${query}${fragment}`
}
