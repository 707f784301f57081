import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { OutcomeLetter } from '#lib/contract/outcomes.ts'
import { formatCalendarDate, formatDate } from '#lib/dates/format-date-time.ts'
import type { FormAudience } from '#lib/forms/form-address.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { useFormTitle } from '../forms/use-form-title.ts'
import { useLinkToken } from '../forms/use-link-token.ts'
import { sessionApi } from '../identity/api.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { Lines } from '../ui/Lines.tsx'
import { PhoneLink } from '../ui/PhoneLink.tsx'
import { SummaryRow } from '../ui/SummaryRow.tsx'
import { LetterText } from './LetterText.tsx'
import { type OutcomeCalls, outcomeCalls } from './outcome-calls.ts'
import './letter.css'
import './letter-page.css'

type Letter = { appointmentId: number; outcomeId: number; recordedId?: number | undefined }

type LetterPageProps = {
  audience: FormAudience
  letter: Letter
  settings: PublicSettings
  api?: ApiClient
}

export function LetterPage({ audience, letter, settings, api }: LetterPageProps) {
  const token = useLinkToken()
  const [calls] = useState(() => outcomeCalls(api ?? sessionApi(settings), audience, token))
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
  return (
    <QueryClientProvider client={queries}>
      <div className="flex flex-col gap-6">
        <LoadedLetter calls={calls} letter={letter} settings={settings} />
      </div>
    </QueryClientProvider>
  )
}

type LoadedLetterProps = { calls: OutcomeCalls; letter: Letter; settings: PublicSettings }

function LoadedLetter({ calls, letter, settings }: LoadedLetterProps) {
  const query = useQuery({
    queryKey: ['letter', calls.type, letter],
    queryFn: () => calls.render(letter),
  })
  const { data, error } = query
  useFormTitle(data?.name)
  if (data) return <LetterSheet letter={data} calls={calls} settings={settings} />
  if (!error) return <Loading label="Opening the letter" />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <h1 className="heading-1">We could not find this letter</h1>
        <p>
          {calls.type === 'clinic'
            ? 'This appointment has no such outcome.'
            : 'It does not belong to one of your appointments. If you followed a link, check you copied all of it.'}
        </p>
      </>
    )
  }
  return (
    <>
      <h1 className="heading-1">This letter is not open</h1>
      <QueryStatus query={query} what="the letter" />
    </>
  )
}

type LetterSheetProps = { letter: OutcomeLetter; calls: OutcomeCalls; settings: PublicSettings }

function LetterSheet({ letter, calls, settings }: LetterSheetProps) {
  const { name, patient, site, appointment, html, recorded } = letter
  const { timeZone } = settings
  return (
    <>
      <Outdated letter={letter} calls={calls} />
      <Superseded letter={letter} calls={calls} timeZone={timeZone} />
      <article className="letter flex flex-col gap-6">
        <header className="flex flex-col gap-6">
          <address className="letter-head not-italic">
            <strong className="block">
              {settings.productName}, {site.name}
            </strong>
            <Lines lines={site.address} />
            {site.telephone && (
              <span className="block">
                <PhoneLink number={site.telephone} />
              </span>
            )}
            {site.email && <span className="block wrap-anywhere">{site.email}</span>}
          </address>
          <div>
            <Lines lines={[patient.full_name, ...patient.address]} />
          </div>
          <p>{formatDate(recorded, timeZone)}</p>
          <h1 className="heading-1">{name}</h1>
          <Corrects letter={letter} calls={calls} timeZone={timeZone} />
          <dl className="summary-list">
            <SummaryRow name="Patient">{patient.full_name}</SummaryRow>
            {patient.dob && (
              <SummaryRow name="Date of birth">{formatCalendarDate(patient.dob)}</SummaryRow>
            )}
            {patient.nhs_number && (
              <SummaryRow name="NHS number">{spacedNhsNumber(patient.nhs_number)}</SummaryRow>
            )}
            <SummaryRow name="Appointment">
              {appointment.appointment_type_name}, {formatDate(appointment.start, timeZone)}
            </SummaryRow>
          </dl>
        </header>
        {html === '' ? <p>There is no letter for this outcome.</p> : <LetterText html={html} />}
        <footer className="hint">
          Reference {letter.appointment_id}-{letter.id}, version {letter.version}.
          {letter.subversion}
        </footer>
      </article>
      <div className="flex flex-wrap items-center gap-4 print:hidden">
        <Button look="secondary" onClick={() => print()}>
          Print
        </Button>
        <a className="link" href={calls.appointmentAddress(letter.appointment_id)}>
          {calls.type === 'clinic' ? 'The appointment' : 'Your appointment'}
        </a>
      </div>
    </>
  )
}

/** It is for those who can correct it, and not on paper. */
function Outdated({ letter, calls }: Pick<LetterSheetProps, 'letter' | 'calls'>) {
  if (letter.is_current || letter.replaced || letter.withdrawn) return null
  return (
    <p className="banner print:hidden">
      The record has changed since this letter was issued. If the letter is wrong,{' '}
      <a className="link" href={calls.appointmentAddress(letter.appointment_id)}>
        change the outcome
      </a>{' '}
      to issue a corrected one.
    </p>
  )
}

function Corrects({ letter, calls, timeZone }: SupersededProps) {
  const { corrects, appointment_id: appointmentId } = letter
  if (!corrects) return null
  const { id, outcome_id: outcomeId, on, name } = corrects
  return (
    <p>
      This letter corrects{' '}
      <a className="link" href={calls.addressOf({ appointmentId, outcomeId, recordedId: id })}>
        {name}
      </a>{' '}
      of {formatDate(on, timeZone)}, which is no longer valid.
    </p>
  )
}

type SupersededProps = Pick<LetterSheetProps, 'letter' | 'calls'> & { timeZone: string }

/** It is also on paper, where nobody can follow a link. */
function Superseded({ letter, calls, timeZone }: SupersededProps) {
  const { replaced, withdrawn, appointment_id: appointmentId } = letter
  if (replaced) {
    const { id, outcome_id: outcomeId } = replaced.by
    return (
      <p className="banner banner-warn">
        This letter was replaced on {formatDate(replaced.on, timeZone)} and is no longer valid.{' '}
        <a className="link" href={calls.addressOf({ appointmentId, outcomeId, recordedId: id })}>
          Read the letter that replaced it: {replaced.by.name}
        </a>
      </p>
    )
  }
  if (!withdrawn) return null
  return (
    <p className="banner banner-warn">
      This letter was withdrawn on {formatDate(withdrawn.on, timeZone)} and is no longer valid.
    </p>
  )
}
