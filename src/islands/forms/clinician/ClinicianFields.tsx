import { type FormEvent, useId, useState } from 'react'
import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'
import { OWN_ANSWER_MISSING } from '#lib/forms/read-answer.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import { refusedAnswers } from '../fill/refused-answers.ts'
import { SaveStatus, type SavingState } from '../fill/SaveStatus.tsx'
import type { FormFillingView } from '../fill/use-form-filling.ts'
import { type SavedFields, useSavedFields } from '../fill/use-saved-fields.ts'
import { controlId, FilesContext, FillingContext } from '../questions/filling-context.ts'
import { Questions } from '../questions/Questions.tsx'
import { FormVersions } from './FormVersions.tsx'

type FieldsProps = SavedFields & {
  form: ClinicianForm
  timeZone: string
  takesFocus: boolean
}

export function ClinicianFields(props: FieldsProps) {
  const { calls, form, view, saving, timeZone, takesFocus } = props
  const { snapshot, send } = view
  const { eform } = form
  const heading = useId()
  const reasonField = useId()
  useBeginAt(takesFocus ? heading : null)
  const { fields, files, refused } = useSavedFields(props)
  const [reason, setReason] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { pages, problems, alerts } = fields.evaluation
  const isAmending = form.amends !== null
  const isReasonMissing = isAmending && reason.trim() === ''
  const state = saving.value as SavingState
  const complete = (event: FormEvent) => {
    event.preventDefault()
    const now = fields.validate()
    fields.reveal(now.problems.map(({ path }) => path))
    setAttempt(attempt + 1)
    if (now.problems.length > 0 || isReasonMissing) return
    send({ type: 'submission.requested', reason: reason.trim() })
  }
  const errors = [
    ...problems
      .filter(({ path }) => fields.problemOf(path) !== undefined)
      .map(({ path, item, message }) => ({
        message: questionWithMessage('label' in item ? item.label : '', message),
        fieldId: message === OWN_ANSWER_MISSING ? `${controlId(path)}-other` : controlId(path),
      })),
    ...(isReasonMissing ? [{ message: WHY, fieldId: reasonField }] : []),
    ...refusedAnswers(eform.formDefinition, snapshot.context.refusedFields).sentences.map(
      (message) => ({ message }),
    ),
  ]
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-5">
      <div>
        <h2 id={heading} tabIndex={-1} className="heading-2 scroll-mt-4">
          {eform.title}
        </h2>
        {eform.description && <p className="hint">{eform.description}</p>}
        <div role="status" className="mt-3 empty:mt-0">
          <FormAlerts alerts={alerts} />
        </div>
      </div>
      {isAmending && (
        <>
          <p className="banner banner-warn">
            You are amending this form. The completed answers stay as they are until you complete
            the amendment.
          </p>
          <FormVersions {...{ calls, form, timeZone }} />
        </>
      )}
      <FilesContext value={files}>
        <FillingContext value={fields.filling}>
          <form noValidate className="flex flex-col gap-5" onSubmit={complete}>
            <ErrorSummary errors={errors} attempt={attempt} />
            {pages.map(({ page, items }) => (
              <section key={page?.id ?? ''} className="flex flex-col gap-4">
                {page && <h3 className="heading-3">{page.label}</h3>}
                <Questions items={items} problemOf={fields.problemOf} />
              </section>
            ))}
            {isAmending && (
              <TextAreaField
                id={reasonField}
                label="Why do the answers change?"
                rows={2}
                limit={LONGEST_CORRECTION_REASON}
                value={reason}
                error={attempt > 0 && isReasonMissing ? WHY : undefined}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
            <NotCompleted {...{ snapshot, state, attempt }} />
            <div className="flex flex-wrap items-center gap-4">
              <Button
                type="submit"
                pending={UNDER_WAY.some((filling) => snapshot.matches({ filling }))}
                pendingLabel="Completing"
              >
                {isAmending ? 'Complete the amendment' : 'Complete the form'}
              </Button>
              <SaveStatus
                state={state}
                saved={saving.context.saved}
                refused={refused}
                timeZone={timeZone}
                onSave={() => send({ type: 'save.requested' })}
              />
            </div>
          </form>
        </FillingContext>
      </FilesContext>
    </section>
  )
}

const WHY = 'Enter why the answers change'
const UNDER_WAY = ['savingFirst', 'submitting', 'checking'] as const
const HELD_UP: readonly SavingState[] = ['offline', 'notSaved', 'signedOut', 'refused']

type NotCompletedProps = Pick<FormFillingView, 'snapshot'> & { state: SavingState; attempt: number }

function NotCompleted({ snapshot, state, attempt }: NotCompletedProps) {
  if (snapshot.matches({ filling: { reviewing: 'unsent' } })) {
    return <OfflineAlert>You are offline. The form is not completed yet.</OfflineAlert>
  }
  if (snapshot.matches({ filling: { reviewing: 'stale' } })) {
    return (
      <FormAlert look="banner-warn">
        Some answers were changed on another device or page. Check the answers, then complete the
        form again.
      </FormAlert>
    )
  }
  if (snapshot.matches({ filling: 'unanswered' })) {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if the form is completed. Complete it again: it
        is only completed once.
      </FormAlert>
    )
  }
  if (snapshot.matches({ filling: 'reviewing' }) && HELD_UP.includes(state)) {
    return (
      <FormAlert key={attempt} look="banner-warn" takesFocus={false}>
        The form is not completed yet. Complete it once your answers are saved.
      </FormAlert>
    )
  }
  return null
}
