import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { KeyedRadios } from '../KeyedRadios.tsx'
import { LONGEST_RECORD_TEXT } from '../record-text.ts'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

const QUESTIONS = ['had_reaction', 'adverse_reactions'] as const
type ReactionsDraft = Record<(typeof QUESTIONS)[number], string>

const resolver = sectionResolver<ReactionsDraft>(
  ({ had_reaction, adverse_reactions }) => ({
    had_reaction: had_reaction === '' && 'Choose if the patient had a reaction',
    adverse_reactions:
      had_reaction === 'yes' && adverse_reactions.trim() === '' && 'Describe the reaction',
  }),
  ({ had_reaction, adverse_reactions }) => ({
    adverse_reactions: had_reaction === 'yes' ? adverse_reactions : '',
  }),
)

export function ReactionsSection({ context, send }: SectionProps) {
  const { adverse_reactions } = context.entered
  const state = useQuestionForm<ReactionsDraft, (typeof QUESTIONS)[number], object>({
    defaultValues: {
      had_reaction: adverse_reactions === undefined ? '' : adverse_reactions === '' ? 'no' : 'yes',
      adverse_reactions: adverse_reactions ?? '',
    },
    resolver,
    questions: QUESTIONS,
    questionOf: fieldAmong<ReactionsDraft>(QUESTIONS),
    idOf: (question) => `vaccination-${question}`,
    pending: false,
    serverErrors: context.refusedFields,
    onSubmit: (entered) => send({ type: 'reactions.entered', entered }),
  })
  const { form, text, texts, fill } = state
  const hadReaction = form.watch('had_reaction')
  return (
    <SectionForm
      title="Reactions"
      state={state}
      isRefused={'adverse_reactions' in context.refusedFields}
    >
      <KeyedRadios
        {...texts('had_reaction')}
        legend="Has the patient had a reaction?"
        choices={[
          { value: 'no', label: 'No' },
          { value: 'yes', label: 'Yes' },
        ]}
        value={hadReaction}
        onChoose={(value) => fill({ had_reaction: value })}
      />
      {hadReaction === 'yes' && (
        <TextAreaField
          {...text('adverse_reactions')}
          label="Describe the reaction"
          rows={3}
          limit={LONGEST_RECORD_TEXT}
        />
      )}
    </SectionForm>
  )
}
