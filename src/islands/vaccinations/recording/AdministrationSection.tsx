import { routeChoices, sitesFor } from '#lib/contract/records/administration-choices.ts'
import type { EnteredVaccination } from '#machines/vaccinations/vaccination-recording.types.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { KeyedRadios } from '../KeyedRadios.tsx'
import { doseNumberIn, doseNumberProblem } from './dose-number.ts'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

const QUESTIONS = ['route_of_administration', 'site_of_administration', 'dose_number'] as const
type AdministrationDraft = Record<(typeof QUESTIONS)[number], string>

const resolver = sectionResolver<AdministrationDraft>(
  ({ route_of_administration, site_of_administration, dose_number }) => ({
    route_of_administration: route_of_administration === '' && 'Choose the route',
    site_of_administration: site_of_administration === '' && 'Choose where on the body',
    dose_number: doseNumberProblem(dose_number),
  }),
  ({ dose_number, ...chosen }) => ({
    ...(chosen as EnteredVaccination),
    dose_number: doseNumberIn(dose_number),
  }),
)

export function AdministrationSection({ start, context, send }: SectionProps) {
  const { entered, suggestedDoseNumber, refusedFields } = context
  const used = start.batches.find(
    ({ vaccine_product_id, batch_number, used_today }) =>
      used_today &&
      vaccine_product_id === entered.vaccine_product_id &&
      batch_number === entered.batch_number,
  )
  const state = useQuestionForm<AdministrationDraft, (typeof QUESTIONS)[number], object>({
    defaultValues: {
      route_of_administration:
        entered.route_of_administration ?? used?.route_of_administration ?? '',
      site_of_administration: entered.site_of_administration ?? '',
      dose_number: String(entered.dose_number ?? suggestedDoseNumber ?? ''),
    },
    resolver,
    questions: QUESTIONS,
    questionOf: fieldAmong<AdministrationDraft>(QUESTIONS),
    idOf: (question) => `vaccination-${question}`,
    pending: false,
    serverErrors: refusedFields,
    onSubmit: (written) => send({ type: 'administration.entered', entered: written }),
  })
  const { form, text, texts, fill } = state
  const { route_of_administration: route, site_of_administration: site } = form.watch()
  const sites = sitesFor(route)
  return (
    <SectionForm
      title="Route and site"
      state={state}
      isRefused={QUESTIONS.some((question) => question in refusedFields)}
      more={
        <Button look="secondary" onClick={() => send({ type: 'dose.withheld' })}>
          Do not give it
        </Button>
      }
    >
      <KeyedRadios
        {...texts('route_of_administration')}
        legend="Route"
        choices={routeChoices}
        value={route}
        onChoose={(value) => {
          const offered = sitesFor(value)
          const only = offered.length === 1 ? (offered[0]?.value ?? '') : ''
          const shownSite = offered.some((one) => one.value === site) ? site : only
          fill({ route_of_administration: value, site_of_administration: shownSite })
        }}
      />
      {route !== '' && (
        <KeyedRadios
          {...texts('site_of_administration')}
          legend="Where on the body?"
          choices={sites}
          value={site}
          onChoose={(value) => fill({ site_of_administration: value })}
        />
      )}
      <TextField
        {...text('dose_number')}
        label="Dose number"
        hint={
          suggestedDoseNumber === null
            ? 'Leave blank if you do not know it.'
            : 'From the doses on record. Change it if it is wrong.'
        }
        optional
        inputMode="numeric"
        width="max-w-32"
      />
    </SectionForm>
  )
}
