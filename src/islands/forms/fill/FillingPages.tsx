import { type ReactNode, useEffect, useId, useState } from 'react'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { showAccessToken } from '../../own-appointments/appointment/token-in-address.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { AnswerList } from '../answers/AnswerList.tsx'
import { StopAdvice } from '../answers/StopAdvice.tsx'
import { FormPages } from '../FormPages.tsx'
import type { FormCalls } from '../form-calls.ts'
import { controlId, FilesContext } from '../questions/filling-context.ts'
import type { FormFields } from '../use-filled-form.ts'
import { refusedAnswers } from './refused-answers.ts'
import { SaveStatus, type SavingState } from './SaveStatus.tsx'
import type { FormFillingView } from './use-form-filling.ts'
import { type SavedFields, useSavedFields } from './use-saved-fields.ts'

type FillingPagesProps = SavedFields & { settings: PublicSettings; search: string }

const REVIEW = 'review'

export function FillingPages(props: FillingPagesProps) {
  const { form, view, saving, calls, settings, search } = props
  const { snapshot, send } = view
  const { eform } = form
  const { query, go } = useAddressQuery(search)
  const asked = query.get('page')
  const isAsked = asked === REVIEW
  const { fields, files, refused } = useSavedFields(props)
  const isEditing = snapshot.matches({ filling: 'editing' })
  // Back and Forward lead through the pages and the review.
  useEffect(() => {
    if (isAsked && isEditing) send({ type: 'review.requested' })
    if (!isAsked && !isEditing) send({ type: 'change.requested' })
  }, [isAsked, isEditing, send])
  const [isChanging, setChanging] = useState(false)
  const state = saving.value as SavingState
  const status = (
    <SaveStatus
      state={state}
      saved={saving.context.saved}
      refused={refused}
      timeZone={settings.timeZone}
      onSave={() => send({ type: 'save.requested' })}
    />
  )
  const openPage = (page: string | number | null) => {
    go({ page })
    const token = calls.token()
    if (token !== null) showAccessToken(token)
  }
  const goTo = (page: number) => openPage(page === 0 ? null : page + 1)
  return (
    <FilesContext value={files}>
      {isEditing || !isAsked ? (
        <>
          {!asked && form.amends !== null && <AmendingNote />}
          {!asked && eform.description && <p className="prose">{eform.description}</p>}
          <FormPages
            fields={fields}
            page={Number(asked ?? 1) - 1 || 0}
            title={eform.title}
            lastLabel="Check your answers"
            onPage={goTo}
            isReturning={isChanging}
            onFinished={() => {
              setChanging(false)
              openPage(REVIEW)
            }}
          >
            {status}
          </FormPages>
        </>
      ) : (
        <ReviewAnswers
          form={form}
          fields={fields}
          view={view}
          calls={calls}
          isSaved={state === 'saved'}
          status={status}
          onChange={(page, path) => {
            setChanging(true)
            goTo(page)
            send({ type: 'change.requested' })
            focusLater(path)
          }}
        />
      )}
    </FilesContext>
  )
}

const focusLater = (path: string) =>
  setTimeout(() => document.getElementById(`answer-${path.replaceAll('.', '-')}`)?.focus(), 50)

type ReviewProps = {
  form: SavedForm
  fields: FormFields
  view: FormFillingView
  calls: FormCalls
  isSaved: boolean
  status: ReactNode
  onChange: (page: number, path: string) => void
}

function ReviewAnswers(props: ReviewProps) {
  const { form, fields, view, calls, isSaved, status, onChange } = props
  const { snapshot, send } = view
  const { evaluation } = fields
  const { problems, pages } = evaluation
  const [reason, setReason] = useState('')
  const [attempt, setAttempt] = useState(0)
  const heading = useId()
  useBeginAt(heading)
  const refused = refusedAnswers(form.eform.formDefinition, snapshot.context.refusedFields)
  const isAmending = form.amends !== null
  const isReasonMissing = isAmending && reason.trim() === ''
  const isUnanswered = snapshot.matches({ filling: 'unanswered' })
  const submit = () => {
    setAttempt(attempt + 1)
    if (problems.length === 0 && !isReasonMissing) {
      send({ type: 'submission.requested', reason: reason.trim() })
    }
  }
  const findPage = (path: string) =>
    pages.findIndex(({ items }) =>
      items.some((shown) => path === shown.path || path.startsWith(`${shown.path}.`)),
    )
  const errors = [
    ...problems.map(({ path, item, message }) => ({
      message: questionWithMessage('label' in item ? item.label : '', message),
      fieldId: controlId(path),
      onOpen: () => onChange(findPage(path), path),
    })),
    ...(isReasonMissing ? [{ message: 'Enter why the answers change', fieldId: 'reason' }] : []),
    ...refused.sentences.map((message) => ({ message })),
  ]
  return (
    <div className="flex flex-col gap-6">
      <ErrorSummary errors={errors} attempt={problems.length > 0 ? attempt + 1 : attempt} />
      <h2 id={heading} tabIndex={-1} className="heading-2 scroll-mt-4">
        Check your answers
      </h2>
      {isAmending && <AmendingNote />}
      {evaluation.alerts
        .filter(({ level }) => level === 'stop')
        .map(({ item, advice }) => (
          <StopAdvice key={`${item} ${advice}`} advice={advice} telephone={form.site_telephone} />
        ))}
      <AnswerList
        evaluation={evaluation}
        title={form.eform.title}
        onChange={onChange}
        files={calls}
      />
      {isAmending && (
        <TextAreaField
          id="reason"
          label="Why do your answers change?"
          limit={LONGEST_CORRECTION_REASON}
          value={reason}
          error={attempt > 0 && isReasonMissing ? 'Enter why the answers change' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {snapshot.matches({ filling: { reviewing: 'unsent' } }) && (
        <OfflineAlert>You are offline. Your form has not been submitted yet.</OfflineAlert>
      )}
      {snapshot.matches({ filling: { reviewing: 'stale' } }) && (
        <FormAlert look="banner-warn">
          Some answers were changed on another device or page. Check the answers, then submit the
          form again.
        </FormAlert>
      )}
      {isUnanswered && (
        <FormAlert look="banner-danger">
          We did not get an answer, so we do not know if your form arrived. Submit it again: it will
          arrive only once.
        </FormAlert>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          pending={
            snapshot.matches({ filling: 'submitting' }) || snapshot.matches({ filling: 'checking' })
          }
          pendingLabel="Submitting"
          unavailable={!isSaved && !isUnanswered}
          onClick={submit}
        >
          {isAmending ? 'Submit the changes' : 'Submit the form'}
        </Button>
        {status}
      </div>
    </div>
  )
}

function AmendingNote() {
  return (
    <p className="banner">
      You are changing answers that you have already submitted. What you submitted before stays
      until you submit the changes.
    </p>
  )
}
