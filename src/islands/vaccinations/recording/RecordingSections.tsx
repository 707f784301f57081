import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import type { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import {
  neededSections,
  type RecordingSection,
  type VaccinationRecordingEvent,
} from '#machines/vaccinations/vaccination-recording.types.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { AdministrationSection } from './AdministrationSection.tsx'
import { ConsentSection } from './ConsentSection.tsx'
import { HistoricalSection } from './HistoricalSection.tsx'
import { NextDoseSection } from './NextDoseSection.tsx'
import { OutcomeSection } from './OutcomeSection.tsx'
import { PatientFacts, PatientSection } from './PatientSection.tsx'
import { ProductSection } from './ProductSection.tsx'
import { ReactionsSection } from './ReactionsSection.tsx'
import { ReviewSection } from './ReviewSection.tsx'
import type { SectionProps } from './section-props.ts'
import { sectionSummary, sectionTitle } from './section-summary.ts'
import { WarningsSection } from './WarningsSection.tsx'

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
