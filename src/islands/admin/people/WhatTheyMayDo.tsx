import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EffectivePermissionsList } from '../permissions/EffectivePermissions.tsx'
import type { RecordToolProps } from '../resources/admin-screen.ts'

export function WhatTheyMayDo({ api, record, onClose }: RecordToolProps) {
  return (
    <Dialog open wide title={`What ${record['full_name']} may do`} onClose={onClose}>
      <EffectivePermissionsList api={api} userId={record.id} />
    </Dialog>
  )
}
