import type { ScheduleAppointment } from '#lib/contract/schedule.ts'

const SHAPES: Record<ScheduleAppointment['status'], string> = {
  held: 'M8 4v4l2.5 1.5M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13',
  booked: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  completed: 'm3 8.5 3.5 3.5L13 4.5',
  did_not_attend: 'm4 4 8 8M12 4l-8 8',
}

export function StatusMark({ status }: { status: ScheduleAppointment['status'] }) {
  return (
    <svg className="status-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[status]} />
    </svg>
  )
}
