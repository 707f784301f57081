import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { OwnVaccination } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { Lines } from '../ui/Lines.tsx'
import { vaccinationLines } from './VaccinationEntry.tsx'
import { VaccinationList } from './VaccinationList.tsx'

export function OwnVaccinations() {
  const api = useApi()
  const query = useQuery(ownVaccinationsQuery(api))
  const { data } = query
  const due = data?.results.filter(({ is_next_dose_open }) => is_next_dose_open) ?? []
  return (
    <section aria-labelledby="own-vaccinations" className="flex flex-col gap-4">
      <h2 id="own-vaccinations" className="heading-2">
        Your vaccinations
      </h2>
      {!data && (
        <QueryStatus
          query={query}
          what="your vaccinations"
          loading="Looking up your vaccinations"
        />
      )}
      {due.length > 0 && (
        <ul aria-label="Next doses" className="flex flex-col gap-2">
          {due.map((record) => (
            <li key={record.id} className="banner flex flex-col items-start gap-2">
              <NextDose record={record} />
            </li>
          ))}
        </ul>
      )}
      {data && data.results.length === 0 && (
        <p className="card">
          You have no vaccinations on record with us. Your GP surgery may have others.
        </p>
      )}
      {data && data.results.length > 0 && (
        <VaccinationList records={data.results}>
          {(record) => (
            <div className="wrap-anywhere">
              <h3 className="font-semibold">
                {record.product_name}, {formatCalendarDate(record.given_on)}
              </h3>
              <div className="text-ink-soft">
                <Lines lines={vaccinationLines(record)} />
              </div>
            </div>
          )}
        </VaccinationList>
      )}
    </section>
  )
}

type NextDoseProps = { record: OwnVaccination }

/** It leads to the day on which it is due; one that is overdue, from now on. */
function NextDose({ record }: NextDoseProps) {
  const timeZone = useTimeZone()
  const { product_name, booster_due_date: due, service_slug } = record
  if (due === null) return null
  const isOverdue = due < plainDateAt(Date.now(), timeZone)
  const week = isOverdue ? '' : `?${new URLSearchParams({ week: due })}`
  return (
    <>
      <p className="wrap-anywhere">
        {isOverdue ? 'Your next dose of' : 'Next dose of'} {product_name}{' '}
        {isOverdue ? 'was due on' : 'due on'} {formatCalendarDate(due)}.
      </p>
      {service_slug ? (
        <a className="link" href={`/services/${service_slug}/availability${week}`}>
          Book next dose<span className="visually-hidden"> of {product_name}</span>
        </a>
      ) : (
        <p>Contact us to book it.</p>
      )}
    </>
  )
}

const ownVaccinationsQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['own-vaccinations'],
    queryFn: ({ signal }) =>
      api.call('GET private/vaccinationhistories/', {
        query: { ordering: '-date_administered', page_size: 500 },
        signal,
      }),
  })
