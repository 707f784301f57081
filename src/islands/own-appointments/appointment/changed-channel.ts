import { tabChannel } from '../../identity/tab-channel.ts'

/** An appointment that a tab of this browser has moved or cancelled, and its version since then. */
type Changed = { appointmentId: number; version: number }

function isChanged(message: unknown): message is Changed {
  const { appointmentId, version } = (message ?? {}) as Partial<Changed>
  return typeof appointmentId === 'number' && typeof version === 'number'
}

/** Tells other tabs of a change, so that none shows the appointment as it was. */
export const changedChannel = tabChannel('carelane.changed', isChanged)
