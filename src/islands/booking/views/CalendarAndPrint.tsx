import type { Appointment } from '#lib/contract/booking.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { calendarFile } from './calendar-file.ts'

type CalendarAndPrintProps = { appointment: Appointment; productName: string; manageUrl: string }

/** The buttons that take an appointment away: into a calendar, onto paper. */
export function CalendarAndPrint({ appointment, productName, manageUrl }: CalendarAndPrintProps) {
  const saveToCalendar = () => {
    const text = calendarFile(appointment, { productName, manageUrl, now: new Date() })
    const file = new Blob([text], { type: 'text/calendar' })
    saveFile(`appointment-${appointment.reference}.ics`, file)
  }
  return (
    <>
      <Button look="secondary" onClick={saveToCalendar}>
        Add to calendar
      </Button>
      <Button look="secondary" onClick={() => window.print()}>
        Print this page
      </Button>
    </>
  )
}
