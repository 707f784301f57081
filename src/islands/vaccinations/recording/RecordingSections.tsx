import { type ReactNode, useEffect, useRef } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import type { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import {
  neededSections,
  type RecordingSection,
  type VaccinationRecordingContext,
  type VaccinationRecordingEvent,
} from '#machines/vaccinations/vaccination-recording.types.ts'
import { FormAlerts } from '../../forms/answers/FormAlerts.tsx'
import { useTimeZone } from '../../identity/island-context.ts'
import { AllergyStatement } from '../../records/record/AllergyStatement.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { formatAdministration, formatBatch, formatNotGivenReason } from '../format-vaccination.ts'
import { AdministrationSection } from './AdministrationSection.tsx'
import { ConsentSection } from './ConsentSection.tsx'
import { HistoricalSection } from './HistoricalSection.tsx'
import { NextDoseSection } from './NextDoseSection.tsx'
import { OutcomeSection } from './OutcomeSection.tsx'
import { ProductSection } from './ProductSection.tsx'
import { ReactionsSection } from './ReactionsSection.tsx'
import { useSectionFocus } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

type RecordingSnapshot = SnapshotFrom<typeof vaccinationRecordingMachine>

type RecordingSectionsProps = {
  snapshot: RecordingSnapshot
  send: (event: VaccinationRecordingEvent) => void
  start: VaccinationStart
}

export function RecordingSections({ snapshot, send, start }: RecordingSectionsProps) {
  const timeZone = useTimeZone()
  const { context } = snapshot
  const open = findOpenSection(snapshot)
  const pending = snapshot.matches({ entering: 'checking' }) || snapshot.matches('recording')
  const props: SectionProps = { start, context, pending, send }
  return (
    <div className="flex flex-col gap-4">
      <PatientFacts start={start} />
      <ol className="flex flex-col gap-2">
        {neededSections(context).map((section) => {
          const title = sectionTitle(section, context)
          if (section === open) {
            return (
              <OpenSection key={section} title={title}>
                <SectionContent {...props} section={section} snapshot={snapshot} />
              </OpenSection>
            )
          }
          if (!context.done.includes(section)) {
            return (
              <li key={section} className="py-2 text-ink-soft">
                {title}
              </li>
            )
          }
          const mayReopen = snapshot.can({ type: 'section.reopened', section })
          return (
            <li key={section}>
              <dl className="summary-list">
                <SummaryRow
                  name={title}
                  {...(mayReopen && {
                    onChange: () => send({ type: 'section.reopened', section }),
                  })}
                >
                  <Lines lines={sectionSummary(section, context, start, timeZone)} />
                </SummaryRow>
              </dl>
            </li>
          )
        })}
        {open === 'review' && (
          <OpenSection title="Check and record">
            <ReviewSection {...props} />
          </OpenSection>
        )}
      </ol>
      {snapshot.matches('unanswered') && (
        <div className="flex flex-col items-start gap-3">
          <FormAlert look="banner-danger">
            We did not get an answer, so we do not know if the vaccination was recorded. Try again:
            it is recorded once.
          </FormAlert>
          <Button onClick={() => send({ type: 'recording.retried' })}>Try again</Button>
        </div>
      )}
    </div>
  )
}

type Open = RecordingSection | 'review' | null

function findOpenSection(snapshot: RecordingSnapshot): Open {
  if (snapshot.matches('recording')) return 'review'
  if (!snapshot.matches('entering')) return null
  const [open = ''] = Object.values(snapshot.value as { entering: string })
  const isOfProduct = ['checking', 'checkFailed', 'warnings'].includes(open)
  return isOfProduct ? 'product' : (open as RecordingSection | 'review')
}

function OpenSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="card flex flex-col gap-4" aria-current="step">
      <h3 className="heading-3">{title}</h3>
      {children}
    </li>
  )
}

type SectionContentProps = SectionProps & {
  section: RecordingSection
  snapshot: RecordingSnapshot
}

function SectionContent({ section, snapshot, ...props }: SectionContentProps) {
  const { context, send } = props
  switch (section) {
    case 'patient':
      return <PatientSection send={send} />
    case 'consent':
      return <ConsentSection {...props} />
    case 'product': {
      if (snapshot.matches({ entering: 'warnings' })) return <WarningsSection {...props} />
      const Product = context.isHistorical ? HistoricalSection : ProductSection
      return (
        <>
          <Product {...props} />
          {context.reason && Object.keys(context.refusedFields).length === 0 && (
            <FormAlert look="banner-danger">{context.reason}</FormAlert>
          )}
          {snapshot.matches({ entering: 'checkFailed' }) && (
            <div className="flex flex-col items-start gap-3">
              <FormAlert look="banner-danger">
                We could not check this vaccine. Everything you entered is still here.
              </FormAlert>
              <Button look="secondary" onClick={() => send({ type: 'check.retried' })}>
                Check again
              </Button>
            </div>
          )}
        </>
      )
    }
    case 'administration':
      return <AdministrationSection {...props} />
    case 'outcome':
      return <OutcomeSection {...props} />
    case 'reactions':
      return <ReactionsSection {...props} />
    case 'nextDose':
      return <NextDoseSection {...props} />
  }
}

type ReviewSectionProps = Pick<SectionProps, 'context' | 'pending' | 'send'>

function ReviewSection({ context, pending, send }: ReviewSectionProps) {
  const { reason, entered } = context
  const section = useSectionFocus<HTMLDivElement>(reason !== '')
  return (
    <div ref={section} className="flex flex-col items-start gap-4">
      {reason && <FormAlert look="banner-danger">Nothing has been recorded. {reason}</FormAlert>}
      <Button
        pending={pending}
        pendingLabel="Recording"
        onClick={() => send({ type: 'recording.confirmed' })}
      >
        {entered.was_administered === false ? 'Record as not given' : 'Record vaccination'}
      </Button>
    </div>
  )
}

function WarningsSection({ context, send }: SectionProps) {
  const { warnings, confirmed, isHistorical } = context
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each that is confirmed
  useEffect(() => {
    list.current?.querySelector('button')?.focus()
  }, [confirmed])
  return (
    <div ref={list} className="flex flex-col gap-4">
      <h4 className="font-semibold">
        {isHistorical ? 'Check before you record it' : 'Check before you give it'}
      </h4>
      <ul className="flex flex-col gap-3">
        {warnings.map(({ code, text }) => (
          <li key={code} className="banner banner-warn flex flex-col items-start gap-3">
            <p>{text}</p>
            {confirmed.includes(text) ? (
              <p className="font-semibold">You confirmed this.</p>
            ) : (
              <Button small onClick={() => send({ type: 'warning.confirmed', text })}>
                Confirm
                <span className="visually-hidden">: {text}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {!isHistorical && (
          <Button look="secondary" onClick={() => send({ type: 'dose.withheld' })}>
            Do not give it
          </Button>
        )}
        <Button
          look="secondary"
          onClick={() => send({ type: 'section.reopened', section: 'product' })}
        >
          Change the vaccine
        </Button>
      </div>
    </div>
  )
}

type Context = Pick<VaccinationRecordingContext, 'entered' | 'isHistorical' | 'confirmed'>

const sectionTitle = (section: RecordingSection, { isHistorical }: Context): string =>
  section === 'product' && isHistorical ? 'What was given, and where' : TITLES[section]

const TITLES: Readonly<Record<RecordingSection, string>> = {
  patient: 'Right patient',
  consent: 'Consent',
  product: 'Vaccine and batch',
  administration: 'Route and site',
  outcome: 'Given or not given',
  reactions: 'Reactions',
  nextDose: 'Next dose',
}

function sectionSummary(
  section: RecordingSection,
  { entered, isHistorical, confirmed }: Context,
  { products }: Pick<VaccinationStart, 'products'>,
  timeZone: string,
): string[] {
  const { batch_number = '', expiry_date = null, dose_number } = entered
  const dose = dose_number ? [`Dose ${dose_number}`] : []
  const notes = entered.notes ? [entered.notes] : []
  switch (section) {
    case 'patient':
      return ['Checked']
    case 'consent':
      return [entered.consent_obtained ? 'The patient consents' : 'The patient does not consent']
    case 'product': {
      const product = products.find(({ id }) => id === entered.vaccine_product_id)?.name ?? ''
      const batch = formatBatch({ batch_number, expiry_date })
      if (isHistorical) {
        const on = entered.date_administered
          ? [formatCalendarDate(plainDateAt(entered.date_administered, timeZone))]
          : []
        const by = [entered.external_clinic_name, entered.administered_by].filter(Boolean)
        return [product, ...on, ...(by.length > 0 ? [by.join(', ')] : []), batch, ...dose]
      }
      const warned = confirmed.length > 0 ? ['Warnings confirmed'] : []
      return [product, ...(batch_number === '' ? [] : [batch]), ...warned]
    }
    case 'administration':
      return [
        formatAdministration({
          route_of_administration: entered.route_of_administration ?? '',
          site_of_administration: entered.site_of_administration ?? '',
        }),
        ...dose,
      ]
    case 'outcome':
      return entered.was_administered === false
        ? [`Not given. ${formatNotGivenReason(entered.not_given_reason ?? '')}`, ...notes]
        : ['Given']
    case 'reactions':
      return [entered.adverse_reactions || 'None']
    case 'nextDose':
      return [
        entered.booster_due_date
          ? `Due ${formatCalendarDate(entered.booster_due_date)}`
          : 'None needed',
        ...notes,
      ]
  }
}

/** Always in sight: who it is, and what to know before anything is given. */
function PatientFacts({ start: { patient, allergies, alerts } }: Pick<SectionProps, 'start'> & {}) {
  const facts: [string, string][] = [
    ['Name', patient.full_name],
    ['Date of birth', patient.dob ? formatCalendarDate(patient.dob) : 'Not known'],
    ['NHS number', patient.nhs_number ? spacedNhsNumber(patient.nhs_number) : 'Not known'],
  ]
  return (
    <section aria-label="Patient" className="flex flex-col gap-3">
      {patient.is_deceased && (
        <p className="banner banner-danger font-semibold">This patient has died.</p>
      )}
      <dl className="summary-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div>
          <dt>Allergies</dt>
          <dd className="wrap-anywhere">
            <AllergyStatement allergies={allergies} />
          </dd>
        </div>
      </dl>
      <FormAlerts alerts={alerts} />
    </section>
  )
}

function PatientSection({ send }: Pick<SectionProps, 'send'>) {
  const section = useSectionFocus<HTMLDivElement>()
  return (
    <div ref={section} className="flex flex-col items-start gap-4">
      <p>Ask for the patient’s name and date of birth. Check them with the details above.</p>
      <Button onClick={() => send({ type: 'patient.confirmed' })}>This is the right patient</Button>
    </div>
  )
}
