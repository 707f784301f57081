import { tabChannel } from '../../identity/tab-channel.ts'

type Changed = { appointmentId: number; version: number }

function isChanged(message: unknown): message is Changed {
  const { appointmentId, version } = (message ?? {}) as Partial<Changed>
  return typeof appointmentId === 'number' && typeof version === 'number'
}

export const changedChannel = tabChannel('carelane.changed', isChanged)
