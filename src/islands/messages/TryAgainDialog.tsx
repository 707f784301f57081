import { ActionDialog } from '../admin/resources/ActionDialog.tsx'
import type { RecordToolProps } from '../admin/resources/admin-screen.ts'
import { useApi } from '../identity/island-context.ts'

export function TryAgainDialog({ record, onClose }: RecordToolProps) {
  const api = useApi()
  return (
    <ActionDialog
      title="Try again"
      action="Send again"
      pendingLabel="Saving"
      run={() => api.call('POST admin/messages/{id}/try-again/', { params: { id: record.id } })}
      done="We will try to send the message now."
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Send the message to {String(record['patient_name'])} again?{' '}
        {record['state'] === 'failed' && 'It failed because: '}
        {String(record['note'])}
      </p>
    </ActionDialog>
  )
}
