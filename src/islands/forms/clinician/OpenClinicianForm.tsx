import { useEffect, useEffectEvent, useState } from 'react'
import type { ClinicianForm, FormSubmission } from '#lib/contract/forms/filled-forms.ts'
import { pagePerson } from '../../identity/account-element.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ConflictQuestion } from '../fill/ConflictQuestion.tsx'
import { type FillingCalls, formFillingWithActors } from '../fill/form-filling.actors.ts'
import { ownedByPerson } from '../fill/stored-answer-owner.ts'
import { createAnswerStorage } from '../fill/stored-answers.ts'
import { type SignedInHere, useFormFilling } from '../fill/use-form-filling.ts'
import type { FormCalls } from '../form-calls.ts'
import { ClinicianFields } from './ClinicianFields.tsx'
import type { ClinicianFormProps } from './ClinicianFormScreen.tsx'
import { CompletedClinicianForm } from './CompletedClinicianForm.tsx'

type OpenFormProps = ClinicianFormProps & {
  form: ClinicianForm | null
  isReopened: boolean
  onRead: (form: ClinicianForm) => void
  onAmending: () => void
}

/** Filled in as patients fill in theirs, and completed at once; or read, once it is completed. */
export function OpenClinicianForm(props: OpenFormProps) {
  const { calls, id, timeZone, form, isReopened, onRead, onAmending, onCompleted } = props
  const [{ machine, storage, signedIn }] = useState(() => {
    const known: SignedInHere = { person: null }
    const storage = createAnswerStorage(`clinician:${id}`, () => {
      known.person ??= pagePerson()
      return known.person === null ? null : ownedByPerson(known.person)
    })
    const filling = fillingCalls(calls, onRead)
    return {
      signedIn: known,
      storage,
      machine: formFillingWithActors({ id, calls: filling, storage }),
    }
  })
  const view = useFormFilling(machine, { isGuest: false, storage, signedIn })
  const { snapshot, saving, send } = view
  const { opened, submittedId, isLeftOut, detail } = snapshot.context
  const [wasOpened, setWasOpened] = useState(false)
  if (opened && !wasOpened) setWasOpened(true)
  const completed = useEffectEvent(() => {
    if (wasOpened) onCompleted?.()
  })
  useEffect(() => {
    if (submittedId !== null) completed()
  }, [submittedId])
  if (snapshot.matches('startFailed') || snapshot.matches('signedOut')) {
    return (
      <div role="alert" className="banner banner-warning flex flex-col items-start gap-3">
        <p>
          {snapshot.matches('signedOut')
            ? 'You are signed out. Sign in to go on with the form.'
            : 'We could not open the form. Check your connection.'}
        </p>
        <Button look="secondary" onClick={() => send({ type: 'opening.retried' })}>
          Try again
        </Button>
      </div>
    )
  }
  if (snapshot.matches('notFound')) {
    return (
      <p role="alert" className="banner banner-warning">
        We could not find this form, or you do not have permission to see it.
      </p>
    )
  }
  if (snapshot.status === 'done' && form) {
    return (
      <CompletedClinicianForm
        {...{ calls, form, timeZone, onAmending }}
        detail={snapshot.matches('withdrawn') ? detail : isLeftOut ? LEFT_OUT : null}
        takesFocus={wasOpened}
      />
    )
  }
  if (!opened || !saving || !form) return <Loading label="Opening the form" />
  const { others, answers, merged, resolutions } = saving.context
  const isConflict = saving.matches('conflict') && others !== null
  return (
    <>
      {isConflict && (
        <ConflictQuestion
          items={opened.form.eform.formDefinition.filter(({ id }) => merged.contested.includes(id))}
          mine={answers}
          others={others}
          onResolved={(resolved) => send({ type: 'conflict.resolved', answers: resolved })}
        />
      )}
      <div hidden={isConflict} data-keeps-answers>
        <ClinicianFields
          // A choice between two versions starts the form again.
          key={resolutions}
          {...{ calls, form, answers, view, saving, storage, timeZone }}
          takesFocus={isReopened || resolutions > 0}
        />
      </div>
    </>
  )
}

const LEFT_OUT = 'This form was already completed. Your last change was not included.'

function fillingCalls(
  { clinician }: FormCalls,
  onRead: (form: ClinicianForm) => void,
): FillingCalls {
  const read = async (answer: Promise<ClinicianForm>) => {
    const form = await answer
    onRead(form)
    return form
  }
  return {
    isGuest: false,
    closedTexts:
      'You can read this form but not change it. The appointment was cancelled, or you do not have permission.',
    read: (id) => read(clinician.read(id)),
    save: clinician.save,
    uploadFile: clinician.uploadFile,
    submit: async (submission: FormSubmission) => {
      const form = await read(clinician.complete(submission))
      return { id: form.submitted_form_id ?? form.id }
    },
  }
}
