import type { ReactNode } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { type WebhookDelivery, webhookDeliveries } from '#lib/contract/admin/webhook-deliveries.ts'
import { messageStateLabels } from '#lib/messages/message-labels.ts'
import { webhookEventLabels } from '#lib/webhooks/webhook-event-labels.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { inColumn, instantCell } from './instant-cell.ts'
import { stateLooks } from './state-looks.ts'

const cell =
  (of: (delivery: WebhookDelivery, clinic: { timeZone: string }) => ReactNode) =>
  (record: AdminRecord, clinic: { timeZone: string }) =>
    of(record as unknown as WebhookDelivery, clinic)

const toChoices = (texts: Readonly<Record<string, string>>) => [
  { value: '', label: 'Any' },
  ...Object.entries(texts).map(([value, label]) => ({ value, label })),
]

export const webhookDeliveryScreen: AdminScreen = {
  of: webhookDeliveries,
  lead: 'What we told other systems in the last 30 days. We try for about a day to send each. If one failed, put the other system right and try again.',
  columns: [
    { field: 'occurred', width: 13, cell: instantCell('occurred') },
    { field: 'webhook_name', width: 11 },
    { field: 'event', width: 13, cell: cell(({ event }) => webhookEventLabels[event]) },
    {
      field: 'state',
      width: 8,
      cell: cell(({ state }) => (
        <span className={stateLooks[state]}>{messageStateLabels[state]}</span>
      )),
    },
    { field: 'status_code', width: 7 },
    { field: 'note', width: 14 },
    { field: 'attempts', width: 6 },
    {
      field: 'due',
      width: 13,
      hiddenAtFirst: true,
      cell: cell(({ due }, { timeZone }) => due && inColumn(due, timeZone)),
    },
    { field: 'appointment_id', width: 9, hiddenAtFirst: true },
    { field: 'vaccination_id', width: 9, hiddenAtFirst: true },
    { field: 'uuid', width: 18, hiddenAtFirst: true },
  ],
  sections: [],
  filters: [
    { name: 'state', label: 'State', choices: toChoices(messageStateLabels) },
    {
      kind: 'reference',
      name: 'webhook_id',
      label: 'Webhook',
      from: { from: 'webhooks', label: 'name' },
      only: 'clinic.view_webhook',
    },
    { name: 'event', label: 'Event', choices: toChoices(webhookEventLabels) },
    { kind: 'period', name: 'occurred', label: 'Happened' },
  ],
  order: '-occurred',
  pageOf: ({ webhook_id }) => `/admin/webhooks?record=${webhook_id}`,
  recordTools: [
    {
      name: 'try-again',
      label: 'Try again',
      only: 'clinic.change_webhook',
      inRow: 'Try again',
      isFor: ({ state }) => state === 'failed' || state === 'unknown',
      load: async () =>
        (await import('../../../webhooks/DeliverAgainDialog.tsx')).DeliverAgainDialog,
    },
  ],
}
