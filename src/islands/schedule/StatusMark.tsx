import type { ScheduleAppointment } from '#lib/contract/schedule.ts'

type Marked = Pick<ScheduleAppointment, 'status' | 'is_coming'>

const CIRCLE = 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13'
const SHAPES: Record<ScheduleAppointment['status'] | 'coming' | 'notComing', string> = {
  held: `M8 4v4l2.5 1.5${CIRCLE}`,
  booked: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  coming: `m5 8 2.2 2.2 3.8-4.2${CIRCLE}`,
  notComing: `M4.5 11.5l7-7${CIRCLE}`,
  completed: 'm3 8.5 3.5 3.5L13 4.5',
  did_not_attend: 'm4 4 8 8M12 4l-8 8',
}

export function StatusMark({ status, is_coming }: Marked) {
  const isAnswered = status === 'booked' && is_coming !== null
  const shape = isAnswered ? (is_coming ? 'coming' : 'notComing') : status
  return (
    <svg className="status-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[shape]} />
    </svg>
  )
}
