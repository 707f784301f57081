import type { UpcomingAppointment } from '#lib/contract/dashboard.ts'
import { formatCalendarDate, formatTimeRange, plainDateAt } from '#lib/dates/format-date-time.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import '../charts.css'
import { useTimeZone } from '../../identity/island-context.ts'

type UpcomingProps = {
  found: { count: number; results: readonly UpcomingAppointment[] }
  withClinician: boolean
}

export function Upcoming({ found, withClinician }: UpcomingProps) {
  const timeZone = useTimeZone()
  const { count, results } = found
  if (results.length === 0) return <p className="card">There are no upcoming appointments.</p>
  return (
    <>
      <p>
        {count > results.length
          ? `The next ${inFigures(results.length)} of ${counted(count, 'upcoming appointment')}.`
          : counted(count, 'appointment')}
      </p>
      <ol className="card upcoming">
        {results.map(({ id, start, end, patient, appointment_type, clinician, site, room }) => (
          <li key={id}>
            <p className="font-semibold">
              <a className="link" href={`/clinic/record-details?appointment_id=${id}`}>
                <time dateTime={start}>
                  {formatCalendarDate(plainDateAt(start, timeZone))},{' '}
                  {formatTimeRange(start, end, timeZone)}
                </time>
              </a>
            </p>
            <p className="wrap-anywhere">
              {patient.full_name}, {appointment_type.name}
            </p>
            <p className="text-ink-soft wrap-anywhere">
              {[withClinician && clinician.full_name, room.name, site.name]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
