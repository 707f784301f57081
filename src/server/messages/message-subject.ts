import type { MessageContext } from '#lib/messages/message-names.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail-transport.ts'
import type { MessageRow, NotifiedPatient } from './message-rows.ts'

export type MessageSubject = {
  patient: NotifiedPatient
  appointmentTypeId: number | null
  whyDropped: string | null
  /** Issues its link in the transaction, for the address of the channel by which it goes now. */
  say: (
    tx: Executor,
    sending: Pick<MessageRow, 'id' | 'channel'>,
  ) => Promise<{ context: MessageContext; calendar: Mail['calendar'] }>
}

export type ReadSubject = (
  tx: Executor,
  services: Pick<Services, 'settings' | 'now'>,
  message: MessageRow,
) => Promise<MessageSubject | undefined>
