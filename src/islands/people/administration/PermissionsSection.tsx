import type { RecordToolProps } from '../../admin/resources/admin-screen.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EffectivePermissionsList } from '../permissions/EffectivePermissions.tsx'

export function PermissionsSection({ record, onClose }: RecordToolProps) {
  return (
    <Dialog open wide title={`What ${record['full_name']} may do`} onClose={onClose}>
      <EffectivePermissionsList userId={record.id} />
    </Dialog>
  )
}
