import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Schedule } from '#lib/contract/schedule.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { APPOINTMENT_TOPIC } from '../appointments/undo.ts'
import type { EditedHours } from '../availability/availability-draft.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { notify } from '../ui/feedback/notify.ts'
import type { HoursBlock } from './schedule-layout.ts'
import type { Span } from './time-axis.ts'
import type { OwnChange } from './use-live-schedule.ts'

const AppointmentDialog = lazy(async () => ({
  default: (await import('../appointments/AppointmentDialog.tsx')).AppointmentDialog,
}))
const AvailabilityDialog = lazy(async () => ({
  default: (await import('../availability/AvailabilityDialog.tsx')).AvailabilityDialog,
}))
const BookAtTime = lazy(async () => ({ default: (await import('./BookAtTime.tsx')).BookAtTime }))

export type OpenDialog =
  | { kind: 'appointment'; id: number }
  | { kind: 'hours'; of: EditedHours }
  | { kind: 'booking'; hours: HoursBlock; at: number; drawn?: Span | undefined }

type ScheduleDialogsProps = {
  shown: Schedule | undefined
  open: OpenDialog | null
  onOwnChange: (change: OwnChange) => void
  onClose: () => void
}

export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const timeZone = useTimeZone()
  const { shown, open, onOwnChange, onClose } = props
  const queries = useQueryClient()
  const readAgain = (own: OwnChange) => {
    onOwnChange(own)
    void queries.invalidateQueries({ queryKey: ['schedule'] })
  }
  if (open?.kind === 'booking' && shown) {
    return (
      <Suspense>
        <BookAtTime
          schedule={shown}
          hours={open.hours}
          at={open.at}
          drawn={open.drawn}
          onBooked={(booked) => {
            const { patient, start } = booked
            notify(`Booked ${patient.full_name} for ${formatDateTime(start, timeZone)}`, {
              topic: APPOINTMENT_TOPIC,
            })
            readAgain(booked)
          }}
          onClose={onClose}
        />
      </Suspense>
    )
  }
  if (open?.kind === 'appointment') {
    return (
      <Suspense>
        <AppointmentDialog id={open.id} onChanged={readAgain} onClose={onClose} />
      </Suspense>
    )
  }
  if (open?.kind === 'hours') {
    return (
      <Suspense>
        <AvailabilityDialog
          of={open.of}
          onClose={onClose}
          onSaved={() => {
            onClose()
            void queries.invalidateQueries()
          }}
        />
      </Suspense>
    )
  }
  return null
}
