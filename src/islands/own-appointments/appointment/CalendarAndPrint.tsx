import { Button } from '../../ui/Button.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import type { CalendarAddress } from './own-appointment-calls.ts'

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
