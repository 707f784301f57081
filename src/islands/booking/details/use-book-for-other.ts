import { useState } from 'react'
import type { Booker } from '#machines/booking/guest-booking.machine.ts'
import { useBooking } from '../use-booking.ts'
import { checkPerson } from './booker-calls.ts'
import { toGuestAnswers } from './guest-answers.ts'
import type { GuestDraft } from './guest-draft.ts'

/** Whoever is signed in is a guest for somebody else, so only contact details are filled in. */
export function useBookForOther() {
  const { data, send, page } = useBooking()
  const { api, session } = page.deps
  const [isPending, setPending] = useState(false)
  const { viewer } = data
  const start = async () => {
    if (viewer === null || isPending) return
    setPending(true)
    const known = data.checkout?.form?.guest ?? data.checkout?.guest ?? null
    const details = findContact(known ?? (await bookerOrNone(api, viewer)))
    session.forget()
    send({ type: 'draft.changed', changes: { details, isForOther: true } })
    send({ type: 'viewer.changed', viewer: null })
  }
  return { isOffered: viewer !== null, isPending, start: () => void start() }
}

const bookerOrNone = (...person: Parameters<typeof checkPerson>) =>
  checkPerson(...person).then(
    (found) => ('guest' in found ? found.guest : null),
    () => null,
  )

function findContact(booker: Booker | null): Partial<GuestDraft> {
  if (!booker) return {}
  const { email, mobile, address1, address2, city, county, nation, postcode, reminders } =
    toGuestAnswers(booker)
  return { email, mobile, address1, address2, city, county, nation, postcode, reminders }
}
