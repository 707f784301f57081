import { CalendarButton } from './CalendarButton.tsx'
import type { CalendarAddress } from './view-props.ts'

type CalendarChangeProps = { change: 'moved' | 'cancelled'; calendar: CalendarAddress }

const words = {
  moved: {
    heading: 'Update your calendar',
    what: 'If you added this appointment to your calendar, replace the old entry.',
    button: 'Replace calendar entry',
  },
  cancelled: {
    heading: 'Remove it from your calendar',
    what: 'If you added this appointment to your calendar, remove the entry.',
    button: 'Remove calendar entry',
  },
}

/** After a change: a calendar knows nothing of it until somebody opens the new file. */
export function CalendarChange({ change, calendar }: CalendarChangeProps) {
  const { heading, what, button } = words[change]
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
