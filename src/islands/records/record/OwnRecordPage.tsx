import '../../ui/form/zod-without-eval.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { OwnRecord, ToDo } from '#lib/contract/records/patient-records.ts'
import { formatCalendarDate, formatDateTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import { appointmentAddress, formAddress } from '#lib/forms/form-address.ts'
import { counted } from '#lib/text/format-number.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { OwnAdvice } from '../../advice/OwnAdvice.tsx'
import { browserNavigation, formCalls } from '../../forms/form-calls.ts'
import { Forms } from '../../forms/of-appointment/AppointmentForms.tsx'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { type IslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { MessagesSection } from '../../messages/MessagesSection.tsx'
import { OutcomesSection } from '../../outcomes/OutcomesSection.tsx'
import { takeAccessToken } from '../../own-appointments/appointment/token-in-address.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { OwnVaccinations } from '../../vaccinations/OwnVaccinations.tsx'
import { AllergyFacts } from './AllergyFacts.tsx'
import { OwnRecordDownload } from './OwnRecordDownload.tsx'
import { ownRecordCalls } from './patient-record-queries.ts'
import { Timeline } from './Timeline.tsx'

type OwnRecordPageProps = IslandProps & {
  audience: 'user' | 'guest'
  appointmentId: number | null
}

export function OwnRecordPage(props: OwnRecordPageProps) {
  const { audience, appointmentId, settings, api: injected } = props
  const [token, setToken] = useState<string | null | undefined>(
    audience === 'guest' ? undefined : null,
  )
  useEffect(() => {
    if (audience === 'guest') setToken(takeAccessToken(appointmentId ?? 0))
  }, [audience, appointmentId])
  const isMissing = audience === 'guest' && (token === null || appointmentId === null)
  return (
    <SignedInIsland settings={settings} api={injected}>
      {token === undefined && <Loading label="Looking up your record" />}
      {token !== undefined &&
        (isMissing ? <NoLink /> : <Sections {...{ audience, appointmentId, token }} />)}
    </SignedInIsland>
  )
}

const NoLink = () => (
  <div className="flex flex-col gap-3">
    <p>Open the link in your confirmation to see this appointment.</p>
    <p>
      <a className="link" href="/appointments">
        Find your appointment
      </a>
    </p>
  </div>
)

type SectionsProps = {
  audience: 'user' | 'guest'
  appointmentId: number | null
  token: string | null
}

function Sections({ audience, appointmentId, token }: SectionsProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const guest = token !== null && appointmentId !== null ? { appointmentId, token } : null
  const query = useQuery(ownRecordQuery(api, guest))
  const [calls] = useState(() => ownRecordCalls(api))
  const [forms] = useState(() => formCalls(api, audience, () => token, browserNavigation))
  const { data: record } = query
  if (!record) {
    return <QueryStatus query={query} what="your record" loading="Looking up your record" />
  }
  const { patient, allergies } = record
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="to-do" className="flex flex-col gap-4">
        <h2 id="to-do" className="heading-2">
          What to do next
        </h2>
        <NextSteps {...{ record, audience, token }} />
      </section>
      {allergies && (
        <section aria-labelledby="about-you" className="flex flex-col gap-4">
          <h2 id="about-you" className="heading-2">
            About you
          </h2>
          <div className="card flex flex-col gap-2">
            <p className="font-semibold wrap-anywhere">{patient.full_name}</p>
            {patient.dob && <p>Born {formatCalendarDate(patient.dob)}</p>}
            {patient.nhs_number && <p>NHS number {spacedNhsNumber(patient.nhs_number)}</p>}
            <AllergyFacts
              {...{ calls, allergies }}
              mayChange
              onSaved={(saved) =>
                queries.setQueryData(ownRecordQuery(api, guest).queryKey, {
                  ...record,
                  allergies: saved,
                })
              }
            />
            <p>
              <a className="link" href="/user/profile">
                Change your details
              </a>
            </p>
          </div>
        </section>
      )}
      {appointmentId !== null && (
        <section aria-labelledby="forms" className="flex flex-col gap-4">
          <h2 id="forms" className="heading-2">
            Forms
          </h2>
          <Forms calls={forms} id={appointmentId} timeZone={timeZone} />
        </section>
      )}
      {audience === 'user' && <OwnVaccinations />}
      {appointmentId !== null && (
        <section aria-labelledby="outcomes" className="flex flex-col gap-4">
          <h2 id="outcomes" className="heading-2">
            Outcomes
          </h2>
          <OutcomesSection {...{ api, audience, appointmentId, timeZone }} token={() => token} />
        </section>
      )}
      <OwnAdvice guest={guest} />
      {audience === 'user' && <MessagesSection calls={calls} patientId={patient.id} />}
      {audience === 'user' && (
        <section aria-labelledby="timeline" className="flex flex-col gap-4">
          <h2 id="timeline" className="heading-2">
            Your history
          </h2>
          <Timeline calls={calls} patientId={patient.id} />
        </section>
      )}
      {audience === 'user' && (
        <section aria-labelledby="copy" className="flex flex-col gap-4 print:hidden">
          <h2 id="copy" className="heading-2">
            Keep a copy of your record
          </h2>
          <p>
            <a className="link" href="/user/record-details/full">
              Read or print your full record
            </a>
          </p>
          <p>You can also download it as a JSON file, which other software can read.</p>
          <div className="flex flex-col items-start gap-3">
            <OwnRecordDownload />
          </div>
        </section>
      )}
    </div>
  )
}

type NextStepsProps = {
  record: OwnRecord
  audience: 'user' | 'guest'
  token: string | null
}

function NextSteps({ record, audience, token }: NextStepsProps) {
  const timeZone = useTimeZone()
  const { to_do, next_appointment: next } = record
  return (
    <>
      {to_do.length > 0 && (
        <ul className="flex flex-col gap-3">
          {to_do.map((step) => (
            <li key={toKey(step)} className="card flex flex-col items-start gap-3">
              {step.kind === 'forms' ? (
                <FormsStep {...{ step, audience, token }} />
              ) : (
                <DoseStep step={step} today={plainDateAt(Date.now(), timeZone)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {next ? (
        <p className="card flex flex-col gap-1">
          <span className="font-semibold">Your next appointment</span>
          <a className="link wrap-anywhere" href={appointmentAddress(audience, next.id, token)}>
            {next.service}, {formatDateTime(next.start, timeZone)}
          </a>
          <span className="text-ink-soft">
            {next.clinician_name}, {next.site_name}
          </span>
        </p>
      ) : (
        to_do.length === 0 && (
          <p className="card">
            You have nothing to do at the moment.{' '}
            <a className="link" href="/services">
              Find a service to book
            </a>
          </p>
        )
      )}
    </>
  )
}

const toKey = (step: ToDo) =>
  step.kind === 'forms' ? `forms ${step.appointment_id}` : `dose ${step.product_name} ${step.due}`

type FormsStepProps = Omit<NextStepsProps, 'record'> & { step: Extract<ToDo, { kind: 'forms' }> }

function FormsStep({ step, audience, token }: FormsStepProps) {
  const timeZone = useTimeZone()
  return (
    <>
      <p className="wrap-anywhere">
        Fill in {counted(step.count, 'form')} before {step.service},{' '}
        {formatDateTime(step.start, timeZone)}.
      </p>
      <a
        className="button button-primary"
        href={formAddress(audience, 'for-appointment', step.appointment_id, token)}
      >
        Fill in {step.count === 1 ? 'the form' : 'the forms'}
      </a>
    </>
  )
}

type DoseStepProps = { step: Extract<ToDo, { kind: 'vaccination' }>; today: string }

function DoseStep({ step: { product_name, due, service_slug }, today }: DoseStepProps) {
  const isOverdue = due < today
  return (
    <>
      <p className="wrap-anywhere">
        {isOverdue
          ? `Your next dose of ${product_name} was due on ${formatCalendarDate(due)}.`
          : `Your next dose of ${product_name} is due on ${formatCalendarDate(due)}.`}
      </p>
      {service_slug ? (
        <a
          className="button button-primary"
          href={`/services/${service_slug}/availability?week=${isOverdue ? today : due}`}
        >
          Book next dose
        </a>
      ) : (
        <p>
          <a className="link" href="/contact">
            Call a branch to book it
          </a>
        </p>
      )}
    </>
  )
}

/** @param guest the appointment of a guest's link or token; null for somebody who is signed in. */
const ownRecordQuery = (api: ApiClient, guest: { appointmentId: number; token: string } | null) =>
  queryOptions<OwnRecord>({
    ...atOnce,
    queryKey: ['own-record', guest?.appointmentId ?? null],
    queryFn: ({ signal }) =>
      guest
        ? api.call('GET public/patient-record/', {
            query: { appointment_id: String(guest.appointmentId) },
            headers: { 'Guest-User-Access-Token': guest.token },
            signal,
          })
        : api.call('GET private/patient-record/', { signal }),
  })
