import { ActionDialog } from '../admin/resources/ActionDialog.tsx'
import type { RecordToolProps } from '../admin/resources/admin-screen.ts'
import { useApi } from '../identity/island-context.ts'

export function SendTestDialog({ record, onClose }: RecordToolProps) {
  const api = useApi()
  return (
    <ActionDialog
      title="Send a test"
      action="Send test"
      pendingLabel="Saving"
      run={() => api.call('POST admin/webhooks/{id}/test/', { params: { id: record.id } })}
      done="The test is on its way. The list of deliveries shows the answer."
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Send a signed test to {String(record['address'])}? It has no data.
      </p>
    </ActionDialog>
  )
}
