import type { ReactNode } from 'react'
import type { ClinicianDashboard } from '#lib/contract/reporting.ts'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { asPercent, formatReportPeriod, moreOrFewer, upOrDown } from './format-report-period.ts'
import '../charts.css'

export function Figures({ numbers }: { numbers: ClinicianDashboard }) {
  const { previous, by_status: ended } = numbers
  const before = previous.by_status
  const tookPlace = ended.completed + ended.did_not_attend
  return (
    <>
      <dl className="figures">
        <Figure name="Appointments" value={inFigures(numbers.appointments)}>
          {moreOrFewer(numbers.appointments, previous.appointments)}
        </Figure>
        <Figure
          name="Time booked"
          value={asPercent(numbers.utilisation, 'No hours')}
          of={`${formatDuration(numbers.minutes_booked)} of ${formatDuration(numbers.minutes_available)}`}
        >
          {upOrDown(numbers.utilisation, previous.utilisation)}
        </Figure>
        <Figure
          name="Did not attend"
          value={asPercent(numbers.did_not_attend_rate)}
          of={`${inFigures(ended.did_not_attend)} of ${counted(tookPlace, 'past appointment')}`}
        >
          {upOrDown(numbers.did_not_attend_rate, previous.did_not_attend_rate)}
        </Figure>
        <Figure name="Cancelled" value={inFigures(ended.cancelled)}>
          {moreOrFewer(ended.cancelled, before.cancelled)}
        </Figure>
      </dl>
      <p className="text-ink-soft">Compared with {formatReportPeriod(previous)}.</p>
    </>
  )
}

type FigureProps = { name: string; value: string; of?: string; children: ReactNode }

export function Figure({ name, value, of, children }: FigureProps) {
  return (
    <div className="card">
      <dt className="font-semibold">{name}</dt>
      <dd>{value}</dd>
      {of && <dd>{of}</dd>}
      <dd>{children}</dd>
    </div>
  )
}
