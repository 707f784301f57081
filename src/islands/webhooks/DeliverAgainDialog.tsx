import { ActionDialog } from '../admin/resources/ActionDialog.tsx'
import type { RecordToolProps } from '../admin/resources/admin-screen.ts'
import { useApi } from '../identity/island-context.ts'

/** Sends a delivery that failed, or may not have been sent, once more. */
export function DeliverAgainDialog({ record, onClose }: RecordToolProps) {
  const api = useApi()
  const params = { id: record.id }
  return (
    <ActionDialog
      title="Try again"
      action="Send again"
      pendingLabel="Saving"
      run={() => api.call('POST admin/webhookdeliveries/{id}/try-again/', { params })}
      done="We will try to send it now."
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Send this to {String(record['webhook_name'])} again?{' '}
        {record['state'] === 'failed' && 'It failed because: '}
        {String(record['note'])}
      </p>
    </ActionDialog>
  )
}
