import '../../ui/form/zod-without-eval.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { statusLabels } from '#lib/appointments/appointment-status.ts'
import type {
  ExportedAppointment,
  ExportedFormAnswers,
  RecordExport,
} from '#lib/contract/records/record-export.ts'
import { formatCalendarDate, formatDate, formatDateTime } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { type IslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { LetterText } from '../../outcomes/LetterText.tsx'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { vaccinationLines } from '../../vaccinations/VaccinationEntry.tsx'
import { OwnRecordDownload } from './OwnRecordDownload.tsx'
import '../../outcomes/letter.css'
import '../../outcomes/letter-page.css'
import './full-record.css'

const TIMEOUT_SECONDS = 120

const recordExportQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['record-export'],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      api.call('GET private/patient-record/export/', { signal, timeoutSeconds: TIMEOUT_SECONDS }),
  })

export function FullRecordPage({ settings, api: injected }: IslandProps) {
  return (
    <SignedInIsland settings={settings} api={injected}>
      <LoadedRecord />
    </SignedInIsland>
  )
}

function LoadedRecord() {
  const api = useApi()
  const query = useQuery(recordExportQuery(api))
  const { data } = query
  if (!data) {
    return <QueryStatus query={query} what="your record" loading="Looking up your record" />
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-4 print:hidden">
        <Button look="secondary" small onClick={() => print()}>
          Print
        </Button>
        <OwnRecordDownload />
        <a className="link" href="/user/record-details">
          Back to your health record
        </a>
      </div>
      <RecordSheet record={data} />
    </div>
  )
}

type RecordSheetProps = { record: RecordExport }

function RecordSheet({ record }: RecordSheetProps) {
  const timeZone = useTimeZone()
  const { patient, vaccinations, advice, appointments } = record
  return (
    <article className="letter full-record flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <p>
          {record.exported_by}, {formatDateTime(record.exported, timeZone)}
        </p>
        <dl className="summary-list">
          <SummaryRow name="Name">{patient.full_name}</SummaryRow>
          {patient.dob && (
            <SummaryRow name="Date of birth">{formatCalendarDate(patient.dob)}</SummaryRow>
          )}
          {patient.nhs_number && (
            <SummaryRow name="NHS number">{spacedNhsNumber(patient.nhs_number)}</SummaryRow>
          )}
          {patient.address.length > 0 && (
            <SummaryRow name="Address">
              <Lines lines={patient.address} />
            </SummaryRow>
          )}
          {[patient.mobile, patient.landline, patient.email].some(Boolean) && (
            <SummaryRow name="Contact details">
              <Lines lines={[patient.mobile, patient.landline, patient.email]} />
            </SummaryRow>
          )}
          {patient.gp_surgery && <SummaryRow name="GP surgery">{patient.gp_surgery}</SummaryRow>}
          <SummaryRow name="Allergies">{formatAllergies(record, timeZone)}</SummaryRow>
        </dl>
      </header>
      <Part heading="Vaccinations" none="There are no vaccinations on your record.">
        {vaccinations.map((vaccination) => (
          <li key={vaccination.id} className="break-inside-avoid py-3 wrap-anywhere">
            <h3 className="font-semibold">
              {vaccination.product_name}, {formatCalendarDate(vaccination.given_on)}
            </h3>
            <Lines lines={vaccinationLines(vaccination)} />
            {vaccination.is_next_dose_open && vaccination.booster_due_date && (
              <p>Next dose due {formatCalendarDate(vaccination.booster_due_date)}</p>
            )}
          </li>
        ))}
      </Part>
      <Part heading="Advice" none="There is no advice on your record.">
        {advice.map((each) => (
          <li key={each.id} className="py-3 wrap-anywhere">
            <p className="hint">
              {[each.staff_name, formatDate(each.created, timeZone), ...each.categories].join(', ')}
            </p>
            <Paragraphs text={each.advice_text} />
          </li>
        ))}
      </Part>
      <Part heading="Appointments" none="There are no appointments on your record.">
        {appointments.map((appointment) => (
          <li key={appointment.reference} className="flex flex-col gap-3 py-4 wrap-anywhere">
            <AppointmentSheet appointment={appointment} />
          </li>
        ))}
      </Part>
    </article>
  )
}

type PartProps = { heading: string; none: string; children: ReactNode[] }

function Part({ heading, none, children }: PartProps) {
  const id = heading.toLowerCase()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="heading-2">
        {heading}
      </h2>
      {children.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">{children}</ul>
      )}
    </section>
  )
}

function formatAllergies({ allergies }: RecordExport, timeZone: string): string {
  const { items, none_known, stated } = allergies
  const on = stated ? ` (stated ${formatDate(stated, timeZone)})` : ''
  if (items.length > 0) return items.map(({ name }) => name).join(', ') + on
  return none_known ? `No known allergies${on}` : 'You have not told us yet'
}

type AppointmentSheetProps = { appointment: ExportedAppointment }

function AppointmentSheet({ appointment }: AppointmentSheetProps) {
  const timeZone = useTimeZone()
  const { service, start, status, outcomes, forms } = appointment
  return (
    <>
      <div className="break-inside-avoid">
        <h3 className="heading-3">
          {service}, {formatDateTime(start, timeZone)}
        </h3>
        <Lines
          lines={[
            `${statusLabels(status)}. Reference ${appointment.reference}`,
            appointment.clinician_name,
            [appointment.site_name, ...appointment.site_address].join(', '),
          ]}
        />
      </div>
      {outcomes.map(({ name, recorded, letter_html }) => (
        <div key={`${name} ${recorded}`} className="flex flex-col gap-2">
          <h4 className="font-semibold">
            {name}, {formatDate(recorded, timeZone)}
          </h4>
          {letter_html && <LetterText html={letter_html} below={4} />}
        </div>
      ))}
      {forms.map((form) => (
        <FormSheet key={form.id} form={form} />
      ))}
    </>
  )
}

function FormSheet({ form }: { form: ExportedFormAnswers }) {
  const timeZone = useTimeZone()
  const { title, submitted, submitted_by_name, reason, is_replaced, answers } = form
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">Form: {title}</h4>
      <p className="hint">
        Submitted by {submitted_by_name}, {formatDateTime(submitted, timeZone)}. Version{' '}
        {form.version}.{reason && ` Changed because: ${reason}`}
        {is_replaced && ' These answers were changed later.'}
      </p>
      <dl className="summary-list">
        {answers.map(({ item, question, answer }) => (
          <SummaryRow key={item} name={question}>
            {answer.length === 0 && <p className="text-ink-soft">Not answered</p>}
            {answer.map((line) => (
              <p key={line} className="whitespace-pre-line wrap-anywhere">
                {line}
              </p>
            ))}
          </SummaryRow>
        ))}
      </dl>
    </div>
  )
}
