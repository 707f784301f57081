import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { RecordToolProps } from '../../admin/resources/admin-screen.ts'
import { AppointmentDialog } from '../../appointments/AppointmentDialog.tsx'
import { IslandContext, useApi } from '../../identity/island-context.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'

export function AppointmentOfVaccination({ settings, record, onClose }: RecordToolProps) {
  const api = useApi()
  const id = Number(record['appointment_id'])
  const query = useQuery(viewerQuery(api))
  const { data: viewer } = query
  if (!viewer) {
    return (
      <Dialog open title="Appointment" onClose={onClose}>
        <QueryStatus query={query} what="your details" loading="Looking up the appointment" />
      </Dialog>
    )
  }
  return (
    <IslandContext value={{ api, timeZone: settings.timeZone, viewer }}>
      <AppointmentDialog id={id} onChanged={() => undefined} onClose={onClose} />
    </IslandContext>
  )
}

const viewerQuery = (api: ApiClient) => ({
  ...atOnce,
  queryKey: ['viewer'],
  queryFn: async () => {
    const { permissions, staff } = await api.call('GET private/user-auth/user_details/')
    return { permissions, staff_id: staff?.is_active ? staff.id : null }
  },
})
