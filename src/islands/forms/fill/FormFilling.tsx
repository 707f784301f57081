import { useEffect, useState } from 'react'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { formFillingMachine } from '#machines/forms/form-filling.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import type { FormCalls } from '../form-calls.ts'
import { useFormTitle } from '../use-form-title.ts'
import { ConflictQuestion } from './ConflictQuestion.tsx'
import { FillingPages } from './FillingPages.tsx'
import { formFillingWithActors } from './form-filling.actors.ts'
import { ownedByPerson } from './stored-answer-owner.ts'
import { type AnswerStorage, createAnswerStorage } from './stored-answers.ts'
import { type SignedInHere, useFormFilling } from './use-form-filling.ts'

type FormFillingProps = FormIslandProps & {
  search: string
  viewer: string | null
}

export function FormFilling(props: FormFillingProps) {
  return <FormIsland {...props}>{(calls) => <OpenForm {...props} calls={calls} />}</FormIsland>
}

function OpenForm(props: FormFillingProps & { calls: FormCalls }) {
  const { id, settings, search, viewer, calls } = props
  const [{ machine, storage, signedIn }] = useState(() => {
    const known: SignedInHere = { person: viewer }
    const storage = createAnswerStorage(`${calls.type}:${id}`, () => findOwner(calls, known))
    return {
      signedIn: known,
      storage,
      machine: formFillingWithActors({ id, calls, storage }),
    }
  })
  return (
    <FillingScreen
      machine={machine}
      calls={calls}
      storage={storage}
      signedIn={signedIn}
      settings={settings}
      search={search}
    />
  )
}

function findOwner({ token }: FormCalls, { person }: SignedInHere): string | null {
  const linkToken = token()
  if (linkToken !== null) return ownedByLink(linkToken)
  return person === null ? null : ownedByPerson(person)
}

type FillingScreenProps = {
  machine: typeof formFillingMachine
  calls: FormCalls
  storage: AnswerStorage
  signedIn: SignedInHere
  settings: PublicSettings
  search: string
}

function FillingScreen(props: FillingScreenProps) {
  const { machine, calls, storage, signedIn, settings, search } = props
  const view = useFormFilling(machine, { isGuest: calls.isGuest, storage, signedIn })
  const { snapshot, saving, send } = view
  const { submittedId, isLeftOut, opened, detail } = snapshot.context
  useFormTitle(opened?.form.eform.title)
  useEffect(() => {
    if (submittedId === null || isLeftOut) return
    calls.openInstead('completed', submittedId)
  }, [submittedId, isLeftOut, calls])
  if (snapshot.matches('starting')) return <Loading label="Opening the form" />
  if (snapshot.matches('startFailed') || snapshot.matches('signedOut')) {
    return (
      <Stopped
        text={
          snapshot.matches('signedOut')
            ? 'You are signed out, so this form is closed. What was saved is kept. Sign in to go on with it.'
            : 'We could not open the form. Check your connection.'
        }
        onRetry={() => send({ type: 'opening.retried' })}
      />
    )
  }
  if (snapshot.matches('notFound')) {
    return (
      <Stopped text="We could not find this form. The link may have expired, or belong to somebody else." />
    )
  }
  if (snapshot.matches('withdrawn')) return <Stopped text={detail} />
  if (submittedId !== null && isLeftOut) {
    return <LeftOut href={calls.addressOf('completed', submittedId)} />
  }
  if (!opened || !saving) return <Loading label="Opening what you submitted" />
  const { others, answers, merged } = saving.context
  const isConflict = saving.matches('conflict') && others !== null
  return (
    <>
      <h1 className="heading-1">{opened.form.eform.title}</h1>
      <p className="print:hidden">
        <a className="link" href={calls.addressOf('for-appointment', opened.form.appointment_id)}>
          All forms for this appointment
        </a>
      </p>
      {isConflict && (
        <ConflictQuestion
          items={opened.form.eform.formDefinition.filter(({ id }) => merged.contested.includes(id))}
          mine={answers}
          others={others}
          onResolved={(resolved) => send({ type: 'conflict.resolved', answers: resolved })}
        />
      )}
      <div hidden={isConflict} data-keeps-answers className="flex flex-col gap-6">
        <FillingPages
          // A choice between two versions starts the form again.
          key={saving.context.resolutions}
          form={opened.form}
          answers={answers}
          view={view}
          saving={saving}
          calls={calls}
          settings={settings}
          search={search}
        />
      </div>
    </>
  )
}

function LeftOut({ href }: { href: string }) {
  useBeginAt('left-out')
  return (
    <>
      <h1 id="left-out" tabIndex={-1} className="heading-1">
        This form was already submitted
      </h1>
      <p className="banner banner-warn">
        It was submitted on another device or page. Your last change was not included.
      </p>
      <p>
        <a className="link" href={href}>
          See the submitted answers
        </a>
        . You can change them there until the appointment starts.
      </p>
    </>
  )
}

function Stopped({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <>
      <h1 className="heading-1">This form is not open</h1>
      <div role="alert" className="banner banner-warn flex flex-col items-start gap-3">
        <p>{text}</p>
        {onRetry && (
          <Button look="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </>
  )
}

/** The end of a token tells links apart, and opens nothing. */
const ownedByLink = (token: string) => `link:${token.slice(-8)}`
