import { notGivenReasons } from '#lib/contract/records/administration-choices.ts'
import type { EnteredVaccination } from '#machines/vaccinations/vaccination-recording.types.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { KeyedRadios } from '../KeyedRadios.tsx'
import { LONGEST_RECORD_TEXT } from '../record-text.ts'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

const QUESTIONS = ['was_administered', 'not_given_reason', 'notes'] as const
type OutcomeDraft = Record<(typeof QUESTIONS)[number], string>

const reasonChoices = Object.entries(notGivenReasons).map(([value, label]) => ({ value, label }))

const resolver = sectionResolver<OutcomeDraft>(
  ({ was_administered, not_given_reason, notes }) => ({
    was_administered: was_administered === '' && 'Choose if the vaccine was given',
    not_given_reason:
      was_administered === 'no' && not_given_reason === '' && 'Choose why it was not given',
    notes:
      was_administered === 'no' &&
      not_given_reason === 'other' &&
      notes.trim() === '' &&
      'Enter the reason',
  }),
  ({ was_administered, not_given_reason, notes }) => ({
    was_administered: was_administered === 'yes',
    not_given_reason: (was_administered === 'yes' ? '' : not_given_reason) as NonNullable<
      EnteredVaccination['not_given_reason']
    >,
    notes,
  }),
)

export function OutcomeSection({ context, send }: SectionProps) {
  const { entered, done, refusedFields } = context
  const { was_administered, not_given_reason = '', notes = '' } = entered
  // Route and site are only entered for what is given.
  const isKnown = was_administered === false || done.includes('reactions')
  const state = useQuestionForm<OutcomeDraft, (typeof QUESTIONS)[number], object>({
    defaultValues: {
      was_administered: isKnown ? (was_administered === false ? 'no' : 'yes') : '',
      not_given_reason,
      notes,
    },
    resolver,
    questions: QUESTIONS,
    questionOf: fieldAmong<OutcomeDraft>(QUESTIONS),
    idOf: (question) => `vaccination-${question}`,
    pending: false,
    serverErrors: refusedFields,
    onSubmit: (written) => send({ type: 'outcome.entered', entered: written }),
  })
  const { form, text, texts, fill } = state
  const { was_administered: outcome, not_given_reason: reason } = form.watch()
  return (
    <SectionForm
      title="Given or not given"
      state={state}
      isRefused={QUESTIONS.some((question) => question in refusedFields)}
    >
      <KeyedRadios
        {...texts('was_administered')}
        legend="Was the vaccine given?"
        choices={[
          { value: 'yes', label: 'Given' },
          { value: 'no', label: 'Not given' },
        ]}
        value={outcome}
        onChoose={(value) => fill({ was_administered: value })}
      />
      {outcome === 'no' && (
        <>
          <KeyedRadios
            {...texts('not_given_reason')}
            legend="Why was it not given?"
            choices={reasonChoices}
            value={reason}
            onChoose={(value) => fill({ not_given_reason: value })}
          />
          <TextAreaField
            {...text('notes')}
            label="Notes"
            optional={reason !== 'other'}
            rows={2}
            limit={LONGEST_RECORD_TEXT}
          />
        </>
      )}
    </SectionForm>
  )
}
