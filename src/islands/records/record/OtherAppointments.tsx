import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import { formatDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'

const PAGE_SIZE = 25
const MOST = 500

type OtherAppointmentsProps = {
  patientId: number
  exceptId: number | undefined
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

function Part({ patientId, exceptId, isCancelled }: PartProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const [pageSize, setPageSize] = useState(PAGE_SIZE)
  const query = useQuery(appointmentsQuery(api, patientId, { isCancelled, pageSize }))
  const { data, isFetching } = query
  const list = useRef<HTMLUListElement>(null)
  const shownBefore = useRef(0)
  const shown = data?.results.length ?? 0
  useEffect(() => {
    if (shownBefore.current > 0 && shown > shownBefore.current) {
      list.current?.children[shownBefore.current]?.querySelector('a')?.focus()
      shownBefore.current = 0
    }
  }, [shown])
  const showEarlier = () => {
    shownBefore.current = others.length
    setPageSize(Math.min(MOST, pageSize * 5))
  }
  const what = isCancelled ? 'the cancelled appointments' : 'the other appointments'
  const others = data?.results.filter(({ id }) => id !== exceptId) ?? []
  if (!data) {
    return <QueryStatus query={query} what={what} loading={`Looking up ${what}`} />
  }
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
      <ul ref={list} className="card flex flex-col divide-y divide-line">
        {others.map(({ id, start, end, appointment_type, clinician, site, status }) => (
          <li key={id} className="py-2">
            <a className="link font-semibold" href={`/clinic/record-details?appointment_id=${id}`}>
              {formatDate(start, timeZone)}, {formatTimeRange(start, end, timeZone)}
            </a>
            <p className="wrap-anywhere">{appointment_type.name}</p>
            <p className="text-ink-soft wrap-anywhere">
              {[clinician.full_name, site.name, statusLabels(status).toLowerCase()].join(', ')}
            </p>
          </li>
        ))}
      </ul>
      {data.count > data.results.length && pageSize < MOST && (
        <div className="print:hidden">
          <Button look="secondary" pending={isFetching} onClick={showEarlier}>
            Show earlier appointments
          </Button>
        </div>
      )}
    </>
  )
}

export const appointmentsKey = (patientId: number) => ['appointments-of', patientId]

type ShownAppointments = { isCancelled: boolean; pageSize: number }

const appointmentsQuery = (
  api: ApiClient,
  patientId: number,
  { isCancelled, pageSize }: ShownAppointments,
) =>
  queryOptions({
    ...atOnce,
    queryKey: [...appointmentsKey(patientId), isCancelled, pageSize],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { patient_id: patientId, ordering: '-start', page_size: pageSize }
      return await (isCancelled
        ? api.call('GET admin/cancelled-appointments/', { query, signal })
        : api.call('GET admin/appointments/', { query, signal }))
    },
  })
