import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { LONGEST_RECORD_TEXT } from '../record-text.ts'
import { SectionForm } from './SectionForm.tsx'
import { fieldAmong, sectionResolver } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

const QUESTIONS = ['booster_due_date', 'notes'] as const
type NextDoseDraft = Record<(typeof QUESTIONS)[number], string>

const resolver = sectionResolver<NextDoseDraft>(
  () => ({}),
  ({ booster_due_date, notes }) => ({
    booster_due_date: booster_due_date === '' ? null : booster_due_date,
    notes,
  }),
)

export function NextDoseSection({ context, send }: SectionProps) {
  const { entered, suggestedDueDate, refusedFields } = context
  const due = entered.booster_due_date === undefined ? suggestedDueDate : entered.booster_due_date
  const state = useQuestionForm<NextDoseDraft, (typeof QUESTIONS)[number], object>({
    defaultValues: { booster_due_date: due ?? '', notes: entered.notes ?? '' },
    resolver,
    questions: QUESTIONS,
    questionOf: fieldAmong<NextDoseDraft>(QUESTIONS),
    idOf: (question) => `vaccination-${question}`,
    pending: false,
    serverErrors: refusedFields,
    onSubmit: (written) => send({ type: 'nextDose.entered', entered: written }),
  })
  return (
    <SectionForm
      title="Next dose"
      state={state}
      isRefused={QUESTIONS.some((question) => question in refusedFields)}
    >
      <TextField
        {...state.text('booster_due_date')}
        {...ANY_DAY}
        label="Next dose due"
        hint={
          suggestedDueDate === null
            ? 'Leave blank if there is no next dose.'
            : 'Suggested for this vaccine. Leave blank if there is no next dose.'
        }
        optional
        width="max-w-60"
      />
      <TextAreaField
        {...state.text('notes')}
        label="Notes"
        optional
        rows={2}
        limit={LONGEST_RECORD_TEXT}
      />
    </SectionForm>
  )
}
