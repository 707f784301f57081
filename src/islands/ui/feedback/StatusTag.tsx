import { statusLabels } from '#lib/appointments/appointment-status.ts'

const LOOKS: Readonly<Record<string, string>> = {
  completed: 'tag tag-ok',
  did_not_attend: 'tag tag-warn',
  cancelled: 'tag tag-danger',
}

export function StatusTag({ status }: { status: string }) {
  return <span className={LOOKS[status] ?? 'tag'}>{statusLabels(status)}</span>
}
