import { formatDateTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import type {
  BookedPlace,
  PlannerPatient,
  PlannerPlace,
} from '#machines/planner/planner.machine.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { formatScheduleAddress } from '../schedule/schedule-address.ts'
import { Button } from '../ui/Button.tsx'

type BookedPlanProps = {
  booked: readonly BookedPlace[]
  place: PlannerPlace | null
  patient: PlannerPatient | null
  onAnother: (samePatient: boolean) => void
}

export function BookedPlan({ booked, place, patient, onAnother }: BookedPlanProps) {
  const timeZone = useTimeZone()
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div className="banner banner-success">
        <p className="lead wrap-anywhere">
          {place?.type.name} for {patient?.full_name}, {place?.site.name}
        </p>
        <ul className="mt-2 flex flex-col gap-1">
          {booked.map(({ id, reference, start, clinician }) => (
            <li key={id}>
              <a
                className="link"
                href={inSchedule(clinician.staffId, plainDateAt(start, timeZone))}
              >
                {formatDateTime(start, timeZone)}
              </a>{' '}
              with {clinician.name}, reference{' '}
              <strong className="whitespace-nowrap">{reference}</strong>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnother(false)}>Plan another appointment</Button>
        <Button look="secondary" onClick={() => onAnother(true)}>
          Plan another for this patient
        </Button>
      </div>
    </div>
  )
}

const inSchedule = (staffId: number, date: string) =>
  formatScheduleAddress({
    action: 'schedule',
    by: 'staff',
    only: staffId,
    span: 'day',
    date,
    siteId: null,
    look: 'grid',
  })
