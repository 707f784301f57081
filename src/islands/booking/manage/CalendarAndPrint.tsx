import { Button } from '../../ui/Button.tsx'
import type { CalendarAddress } from '../view-props.ts'
import { CalendarButton } from './CalendarButton.tsx'

/** The buttons that take an appointment away: into a calendar, onto paper. */
export function CalendarAndPrint({ calendar }: { calendar: CalendarAddress }) {
  return (
    <>
      <CalendarButton calendar={calendar}>Add to calendar</CalendarButton>
      <Button look="secondary" onClick={() => window.print()}>
        Print this page
      </Button>
    </>
  )
}
