import {
  formatCalendarDate,
  formatDate,
  formatDuration,
  formatTimeRange,
} from '#lib/dates/format-date-time.ts'
import type { PlannerPatient, PlannerPlace } from '#machines/planner/planner.machine.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { RecordLink } from '../people/patient-choice/RecordLink.tsx'
import { Lines } from '../ui/Lines.tsx'
import { SummaryRow } from '../ui/SummaryRow.tsx'

type PlaceSummaryProps = {
  place: PlannerPlace
  patient: PlannerPatient | null
  onTimeChanged?: () => void
  onPatientChanged?: () => void
}

export function PlaceSummary(props: PlaceSummaryProps) {
  const timeZone = useTimeZone()
  const { place, patient, onTimeChanged, onPatientChanged } = props
  const { type, start, end, site, clinician } = place
  return (
    <dl className="summary-list">
      <SummaryRow name="Appointment type">{type.name}</SummaryRow>
      <SummaryRow name="Date and time" {...(onTimeChanged && { onChange: onTimeChanged })}>
        <Lines
          lines={[
            formatDate(start, timeZone),
            `${formatTimeRange(start, end, timeZone)} (${formatLength(place)})`,
          ]}
        />
      </SummaryRow>
      <SummaryRow name="Place">{site.name}</SummaryRow>
      <SummaryRow name="With">{clinician?.name ?? 'Any free clinician'}</SummaryRow>
      {patient && (
        <SummaryRow name="Patient" {...(onPatientChanged && { onChange: onPatientChanged })}>
          <Lines
            lines={[
              patient.full_name,
              patient.dob ? `born ${formatCalendarDate(patient.dob)}` : '',
            ]}
          />
          <RecordLink patientId={patient.id} />
        </SummaryRow>
      )}
    </dl>
  )
}

function formatLength({ duration, type }: PlannerPlace): string {
  const usually = duration === type.duration ? '' : `, usually ${formatDuration(type.duration)}`
  return `${formatDuration(duration)}${usually}`
}
