import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { statusWords } from '#lib/appointment-status.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { formatDate, formatTimeRange } from '#lib/format-date-time.ts'
import { counted } from '#lib/format-number.ts'
import { ListFailed } from '../../ui/feedback/ListFailed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { appointmentsQuery } from './record-queries.ts'

type OtherAppointmentsProps = {
  api: ApiClient
  appointment: ClinicAppointment
  timeZone: string
}

export function OtherAppointments({ api, appointment, timeZone }: OtherAppointmentsProps) {
  const { patient } = appointment
  return (
    <section aria-labelledby="others" className="flex flex-col gap-4">
      <h2 id="others" className="heading-2">
        Other appointments of {patient.full_name}
      </h2>
      <Part {...{ api, appointment, timeZone }} isCancelled={false} />
      <Part {...{ api, appointment, timeZone }} isCancelled />
    </section>
  )
}

type PartProps = OtherAppointmentsProps & { isCancelled: boolean }

function Part({ api, appointment, timeZone, isCancelled }: PartProps) {
  const query = useQuery(appointmentsQuery(api, appointment.patient.id, isCancelled))
  const { data, error, isFetching, refetch } = query
  const what = isCancelled ? 'the cancelled appointments' : 'the other appointments'
  if (!data) {
    return error ? (
      <ListFailed what={what} error={error} pending={isFetching} onRetry={refetch} />
    ) : (
      <Loading label={`Looking up ${what}`} />
    )
  }
  const others = data.results.filter(({ id }) => id !== appointment.id)
  if (others.length === 0) return isCancelled ? null : <p className="card">There are no others.</p>
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
