import { useEffect, useRef } from 'react'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import type { VaccinationRecordingContext } from '#machines/vaccinations/vaccination-recording.types.ts'
import { Button } from '../../ui/Button.tsx'

type RecordedPanelProps = {
  recorded: NonNullable<VaccinationRecordingContext['recorded']>
  patientName: string
  /** It is null for viewers who may not book. */
  plannerHref: string | null
  onAnother: () => void
  onClose: () => void
}

export function RecordedPanel(props: RecordedPanelProps) {
  const { recorded, patientName, plannerHref, onAnother, onClose } = props
  const { product_name, was_administered, booster_due_date } = recorded
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col items-start gap-4">
      <h3 ref={heading} tabIndex={-1} className="heading-3 wrap-anywhere">
        {was_administered
          ? `${product_name} has been recorded for ${patientName}`
          : `${product_name} has been recorded as not given to ${patientName}`}
      </h3>
      {booster_due_date && <p>The next dose is due on {formatCalendarDate(booster_due_date)}.</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onClose}>Done</Button>
        <Button look="secondary" onClick={onAnother}>
          Record another
        </Button>
        {plannerHref && booster_due_date && (
          <a className="link" href={plannerHref}>
            Book next dose
          </a>
        )}
      </div>
    </section>
  )
}
