import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { statusWords } from '#lib/appointment-status.ts'
import { formatDate, formatTimeRange } from '#lib/format-date-time.ts'
import { counted } from '#lib/format-number.ts'
import { ListFailed } from '../../ui/feedback/ListFailed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { appointmentsQuery } from './other-appointments-query.ts'

type OtherAppointmentsProps = {
  api: ApiClient
  patientId: number
  /** The one that the page shows itself. */
  exceptId: number | undefined
  timeZone: string
}

export function OtherAppointments(props: OtherAppointmentsProps) {
  return (
    <section aria-labelledby="appointments" className="flex flex-col gap-4">
      <h2 id="appointments" className="heading-2">
        {props.exceptId === undefined ? 'Appointments' : 'Other appointments'}
      </h2>
      <Part {...props} isCancelled={false} />
      <Part {...props} isCancelled />
    </section>
  )
}

type PartProps = OtherAppointmentsProps & { isCancelled: boolean }

function Part({ api, patientId, exceptId, timeZone, isCancelled }: PartProps) {
  const query = useQuery(appointmentsQuery(api, patientId, isCancelled))
  const { data, error, isFetching, refetch } = query
  const what = isCancelled ? 'the cancelled appointments' : 'the other appointments'
  if (!data) {
    return error ? (
      <ListFailed what={what} error={error} pending={isFetching} onRetry={refetch} />
    ) : (
      <Loading label={`Looking up ${what}`} />
    )
  }
  const others = data.results.filter(({ id }) => id !== exceptId)
  if (others.length === 0) {
    const none = exceptId === undefined ? 'There are none.' : 'There are no others.'
    return isCancelled ? null : <p className="card">{none}</p>
  }
  return (
    <>
      {isCancelled && <h3 className="heading-3">Cancelled</h3>}
      {data.count > data.results.length && (
        <p>{`The latest ${data.results.length} of ${counted(data.count, 'appointment')}.`}</p>
      )}
      <ul className="card flex flex-col divide-y divide-line">
        {others.map(({ id, start, end, appointment_type, clinician, site, status }) => (
          <li key={id} className="py-2">
            <a className="link font-semibold" href={`/clinic/record-details?appointment_id=${id}`}>
              {formatDate(start, timeZone)}, {formatTimeRange(start, end, timeZone)}
            </a>
            <p className="wrap-anywhere">{appointment_type.name}</p>
            <p className="text-ink-soft wrap-anywhere">
              {[clinician.full_name, site.name, statusWords(status).toLowerCase()].join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
