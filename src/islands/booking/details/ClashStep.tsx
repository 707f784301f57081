import { HeldTime } from '../choose/HeldTime.tsx'
import { ClashNotice } from '../choose/later-notices.tsx'
import { StartAgain } from '../StartAgain.tsx'
import { useBooking } from '../use-booking.ts'
import { useBookForOther } from './use-book-for-other.ts'

/** It comes before the form: the person has booked the same already, or something else then. */
export function ClashStep() {
  const { data, send, page } = useBooking()
  const forOther = useBookForOther()
  const clash = data.checkout?.clash
  if (!clash) return null
  return (
    <div className="flex flex-col gap-6">
      <HeldTime />
      <ClashNotice
        clash={clash}
        timeZone={page.settings.timeZone}
        onContinue={() => send({ type: 'clash.accepted' })}
        onForOther={() => {
          if (forOther.isOffered) return forOther.start()
          page.deps.session.forget()
          send({ type: 'clash.accepted' })
        }}
        onChooseAnother={() => send({ type: 'time.changed' })}
      />
      <StartAgain />
    </div>
  )
}
