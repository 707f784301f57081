import type { ReactNode } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { type MessageListRow, messageRecords } from '#lib/contract/admin/messages.ts'
import {
  messageChannelLabels,
  messageEventLabels,
  messageStateLabels,
} from '#lib/messages/message-labels.ts'
import { recordPage } from '#lib/page/record-page.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { instantCell } from './instant-cell.ts'
import { stateLooks } from './state-looks.ts'

const cell = (of: (message: MessageListRow) => ReactNode) => (record: AdminRecord) =>
  of(record as unknown as MessageListRow)

const toChoices = (texts: Readonly<Record<string, string>>) => [
  { value: '', label: 'Any' },
  ...Object.entries(texts).map(([value, label]) => ({ value, label })),
]

export const messageScreen: AdminScreen = {
  of: messageRecords,
  lead: 'What patients were told. If a message failed, correct the address or number and try again.',
  columns: [
    { field: 'created', width: 12, cell: instantCell('created') },
    { field: 'patient_name', width: 11 },
    { field: 'event', width: 11, cell: cell(({ event }) => messageEventLabels[event]) },
    {
      field: 'state',
      width: 8,
      cell: cell(({ state }) => (
        <span className={stateLooks[state]}>{messageStateLabels[state]}</span>
      )),
    },
    { field: 'channel', width: 7, cell: cell(({ channel }) => messageChannelLabels[channel]) },
    { field: 'note', width: 12 },
    { field: 'recipient', width: 12 },
    { field: 'start', width: 15, hiddenAtFirst: true, cell: instantCell('start') },
    { field: 'type_name', width: 14, hiddenAtFirst: true },
    { field: 'site_name', width: 12, hiddenAtFirst: true },
    { field: 'template', width: 12, hiddenAtFirst: true },
  ],
  sections: [],
  filters: [
    { name: 'state', label: 'State', choices: toChoices(messageStateLabels) },
    { name: 'event', label: 'About', choices: toChoices(messageEventLabels) },
    { name: 'channel', label: 'Sent by', choices: toChoices(messageChannelLabels) },
    {
      kind: 'reference',
      name: 'site_id',
      label: 'Site',
      from: { from: 'sites', label: 'name' },
      only: 'clinic.view_site',
    },
    { kind: 'period', name: 'created', label: 'Written' },
  ],
  order: '-created',
  pageOf: (record) => recordPage(record as unknown as MessageListRow),
  recordTools: [
    {
      name: 'try-again',
      label: 'Try again',
      only: 'clinic.resend_message',
      inRow: 'Try again',
      isFor: ({ state }) => state === 'failed' || state === 'unknown',
      load: async () => (await import('../../../messages/TryAgainDialog.tsx')).TryAgainDialog,
    },
  ],
}
