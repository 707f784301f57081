import { lazy, Suspense, useState } from 'react'
import { IslandContext } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { BookForOther } from '../details/BookForOther.tsx'
import { useBooking } from '../use-booking.ts'

const CorrectionDialog = lazy(async () => ({
  default: (await import('../../people/corrections/CorrectionDialog.tsx')).CorrectionDialog,
}))

export function AccountActions() {
  const { data, page } = useBooking()
  const [isAsking, setAsking] = useState(false)
  const guest = data.checkout?.guest
  if (data.viewer === null || !guest) return null
  return (
    <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
      <BookForOther />
      <Button look="quiet" className="button-flush" onClick={() => setAsking(true)}>
        Name, date of birth or NHS number wrong? Ask us to correct it
      </Button>
      {isAsking && (
        <Suspense>
          <IslandContext
            value={{ api: page.deps.api, timeZone: page.settings.timeZone, viewer: null }}
          >
            <CorrectionDialog identity={guest} onClose={() => setAsking(false)} />
          </IslandContext>
        </Suspense>
      )}
    </div>
  )
}
