import { useEffect } from 'react'
import type { PublicSettings } from '#lib/public-settings.ts'
import type { formFillingMachine } from '#machines/forms/form-filling.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import type { FormCalls } from '../form-calls.ts'
import { ConflictQuestion } from './ConflictQuestion.tsx'
import { FillingPages } from './FillingPages.tsx'
import type { AnswerKeeping } from './kept-answers.ts'
import { useFormFilling } from './use-form-filling.ts'

export type FillingScreenProps = {
  machine: typeof formFillingMachine
  calls: FormCalls
  keeping: AnswerKeeping
  settings: PublicSettings
  search: string
}

export function FillingScreen({ machine, calls, keeping, settings, search }: FillingScreenProps) {
  const view = useFormFilling(machine)
  const { snapshot, saving, send } = view
  const { submittedId, opened, detail } = snapshot.context
  useEffect(() => {
    if (submittedId === null) return
    calls.openInstead('completed', submittedId)
  }, [submittedId, calls])
  if (snapshot.matches('starting')) return <Loading label="Opening the form" />
  if (snapshot.matches('startFailed') || snapshot.matches('signedOut')) {
    return (
      <Stopped
        words={
          snapshot.matches('signedOut')
            ? 'You are signed out. Sign in to go on with the form.'
            : 'We could not open the form. Check your connection.'
        }
        onRetry={() => send({ type: 'opening.retried' })}
      />
    )
  }
  if (snapshot.matches('notFound')) {
    return (
      <Stopped words="We could not find this form. The link may have expired, or belong to somebody else." />
    )
  }
  if (snapshot.matches('withdrawn')) return <Stopped words={detail} />
  if (!opened || !saving) return <Loading label="Opening what you submitted" />
  const { others, answers } = saving.context
  return (
    <>
      <h1 className="heading-1">{opened.form.eform.title}</h1>
      {saving.matches('conflict') && others && (
        <ConflictQuestion
          items={opened.form.eform.formDefinition}
          mine={answers}
          others={others}
          onResolved={(resolved) => send({ type: 'conflict.resolved', answers: resolved })}
        />
      )}
      {!saving.matches('conflict') && (
        <FillingPages
          // What was chosen between two versions is another beginning.
          key={saving.context.resolutions}
          form={opened.form}
          answers={answers}
          view={view}
          saving={saving}
          calls={calls}
          keeping={keeping}
          settings={settings}
          search={search}
        />
      )}
    </>
  )
}

function Stopped({ words, onRetry }: { words: string; onRetry?: () => void }) {
  return (
    <>
      <h1 className="heading-1">This form is not open</h1>
      <div role="alert" className="banner banner-warning flex flex-col items-start gap-3">
        <p>{words}</p>
        {onRetry && (
          <Button look="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </>
  )
}
