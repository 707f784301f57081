import type { Appointment } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { CalendarButton } from './CalendarButton.tsx'
import type { CalendarAddress } from './own-appointment-calls.ts'

type CalendarChangeProps = { calendar: CalendarAddress; timeZone: string; appointment: Appointment }

export function CalendarChange({ appointment, calendar, timeZone }: CalendarChangeProps) {
  const { status, rescheduled_on } = appointment
  const isCancelled = status === 'cancelled'
  if (!isCancelled && !rescheduled_on) return null
  const before = rescheduled_on && ` before ${formatDateTime(rescheduled_on, timeZone)}`
  const { heading, what, button } = isCancelled
    ? {
        heading: 'Remove it from your calendar',
        what: 'If you added this appointment to your calendar, remove the entry.',
        button: 'Remove calendar entry',
      }
    : {
        heading: 'Update your calendar',
        what: `If you added this appointment to your calendar${before}, replace the old entry.`,
        button: 'Replace calendar entry',
      }
  return (
    <section
      aria-labelledby="calendar-change"
      className="flex flex-col items-start gap-3 print:hidden"
    >
      <h2 id="calendar-change" className="heading-2">
        {heading}
      </h2>
      <p>{what}</p>
      <CalendarButton calendar={calendar}>{button}</CalendarButton>
      <p className="hint">
        Open the downloaded file with your calendar. If the old entry is still there, delete it.
      </p>
    </section>
  )
}
