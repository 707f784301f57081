import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { KeyedRadios } from '../KeyedRadios.tsx'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

type ConsentDraft = { consent_obtained: '' | 'yes' | 'no' }
const QUESTIONS = ['consent_obtained'] as const

const resolver = sectionResolver<ConsentDraft>(
  ({ consent_obtained }) => ({
    consent_obtained: consent_obtained === '' && 'Choose if the patient has consented',
  }),
  ({ consent_obtained }) =>
    consent_obtained === 'yes'
      ? { consent_obtained: true, was_administered: true, not_given_reason: '' }
      : { consent_obtained: false, was_administered: false, not_given_reason: 'refused' },
)

export function ConsentSection({ start, context, send }: SectionProps) {
  const timeZone = useTimeZone()
  const { consents } = start
  const { consent_obtained } = context.entered
  const isRefused = 'consent_obtained' in context.refusedFields
  const known = consent_obtained ?? (consents.length > 0 ? true : undefined)
  const state = useQuestionForm<ConsentDraft, 'consent_obtained', object>({
    defaultValues: { consent_obtained: known === undefined ? '' : known ? 'yes' : 'no' },
    resolver,
    questions: QUESTIONS,
    questionOf: fieldAmong<ConsentDraft>(QUESTIONS),
    idOf: (question) => `vaccination-${question}`,
    pending: false,
    serverErrors: context.refusedFields,
    onSubmit: (entered) => send({ type: 'consent.entered', entered }),
  })
  return (
    <SectionForm title="Consent" state={state} isRefused={isRefused}>
      {consents.map(({ form_id, form_name, submitted, submitted_by_name }) => (
        <p key={form_id} className="wrap-anywhere">
          <a
            className="link"
            href={formAddress('clinic', 'completed', form_id)}
            target="_blank"
            rel="noopener"
          >
            {form_name} (opens in a new tab)
          </a>
          , submitted by {submitted_by_name} at {formatDateTime(submitted, timeZone)}
        </p>
      ))}
      <KeyedRadios
        {...state.texts('consent_obtained')}
        legend="Does the patient consent to this vaccination?"
        choices={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        value={state.form.watch('consent_obtained')}
        onChoose={(value) =>
          state.fill({ consent_obtained: value as ConsentDraft['consent_obtained'] })
        }
      />
    </SectionForm>
  )
}
