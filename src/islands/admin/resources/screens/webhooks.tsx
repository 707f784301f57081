import { webhookRecords } from '#lib/contract/admin/webhooks.ts'
import { webhookEvents } from '#lib/contract/webhook-events.ts'
import { webhookEventLabels } from '#lib/webhooks/webhook-event-labels.ts'
import { lateComponent } from '../../../ui/late-component.tsx'
import type { AdminScreen } from '../admin-screen.ts'
import { inColumn } from './instant-cell.ts'

const loadSecret = async () => (await import('../../../webhooks/SecretDialog.tsx')).SecretDialog

export const webhookScreen: AdminScreen = {
  of: webhookRecords,
  lead: 'Other systems that we tell about appointments and vaccinations. They get numbers, times and status, and nothing that says who somebody is.',
  columns: [
    { field: 'name', width: 13 },
    { field: 'address', width: 18 },
    { field: 'events', width: 20 },
    { field: 'is_active', width: 8 },
    {
      field: 'secret_made',
      width: 13,
      cell: ({ secret_made }, { timeZone }) =>
        typeof secret_made === 'string' ? (
          inColumn(secret_made, timeZone)
        ) : (
          <span className="tag tag-warn">None yet</span>
        ),
    },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text', hint: 'Only staff see it.' },
        {
          field: 'address',
          kind: 'text',
          hint: 'We send here by POST. Starts with https://.',
        },
        {
          field: 'events',
          kind: 'choices',
          choices: webhookEvents.map((value) => ({ value, label: webhookEventLabels[value] })),
        },
        {
          field: 'is_active',
          kind: 'checkbox',
          hint: 'When off, we send nothing. What happens meanwhile is not sent later.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'is_active',
      label: 'Switched on',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'Switched on' },
        { value: 'false', label: 'Switched off' },
      ],
    },
  ],
  recordTools: [
    {
      name: 'deliveries',
      label: 'Deliveries',
      inRow: true,
      href: ({ id }) => `/admin/webhook-deliveries?webhook_id=${id}`,
    },
    {
      name: 'secret',
      label: 'Signing secret',
      only: 'clinic.change_webhook',
      load: loadSecret,
    },
    {
      name: 'test',
      label: 'Send a test',
      only: 'clinic.change_webhook',
      isFor: ({ secret_made }) => secret_made !== null,
      load: async () => (await import('../../../webhooks/SendTestDialog.tsx')).SendTestDialog,
    },
  ],
  afterAdding: lateComponent(loadSecret),
}
