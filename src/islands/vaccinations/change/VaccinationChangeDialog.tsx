import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { VaccinationRecord, VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { vaccinationChangeMachine } from '#machines/vaccinations/vaccination-change.machine.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useReason } from '../../ui/form/use-reason.ts'
import { formatCorrection } from '../format-vaccination.ts'
import { LONGEST_CHANGE_REASON } from '../record-text.ts'
import { CorrectionForm } from './CorrectionForm.tsx'

type VaccinationChangeDialogProps = {
  id: number
  kind: 'correct' | 'enteredInError'
  start: VaccinationStart
  onClose: () => void
}

export function VaccinationChangeDialog(props: VaccinationChangeDialogProps) {
  const api = useApi()
  const { id, kind, start, onClose } = props
  const queries = useQueryClient()
  const [machine] = useState(() => vaccinationChangeWithActors({ api, queries, id }))
  const [snapshot, send] = useMachine(machine)
  const { record, staleChange, warnings, reason, refusedFields } = snapshot.context
  const isChanged = snapshot.matches('changed')
  useEffect(() => {
    if (!isChanged) return
    notify(
      kind === 'correct'
        ? 'The vaccination record has been corrected.'
        : 'The vaccination record has been marked as entered in error.',
    )
    onClose()
  }, [isChanged, kind, onClose])
  const isBusy = snapshot.matches('changing')
  const isShown =
    record !== null && !snapshot.matches('notFound') && !snapshot.matches('notAllowed')
  const why = (
    <>
      {snapshot.matches('confirming') && (
        <section role="alert" className="banner banner-warn flex flex-col gap-3">
          {warnings.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => send({ type: 'warnings.confirmed' })}>Save anyway</Button>
            <Button look="secondary" onClick={() => send({ type: 'warnings.left' })}>
              Change it
            </Button>
          </div>
        </section>
      )}
      {reason && snapshot.matches('editing') && Object.keys(refusedFields).length === 0 && (
        <FormAlert look="banner-danger">Nothing has been changed. {reason}</FormAlert>
      )}
      {snapshot.matches('unanswered') && (
        <div className="flex flex-col items-start gap-3">
          <FormAlert look="banner-danger">
            We did not get an answer, so we do not know if the record was changed.
          </FormAlert>
          <Button onClick={() => send({ type: 'changing.retried' })}>Try again</Button>
        </div>
      )}
    </>
  )
  return (
    <Dialog
      open
      wide
      busy={isBusy}
      title={kind === 'correct' ? 'Correct this vaccination' : 'Mark as entered in error'}
      onClose={onClose}
    >
      {snapshot.matches('reading') && !record && <Loading label="Looking up the record" />}
      {snapshot.matches('readFailed') && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not load this record. Check your connection and try again.</p>
          <Button onClick={() => send({ type: 'reading.retried' })}>Try again</Button>
        </section>
      )}
      {snapshot.matches('notFound') && <p role="alert">This record no longer exists.</p>}
      {snapshot.matches('notAllowed') && (
        <p role="alert">You do not have permission to see this record, or you are signed out.</p>
      )}
      {isShown && (
        <div className="flex flex-col gap-5">
          {staleChange && snapshot.matches('editing') && (
            <StaleVaccination key={record.version} change={staleChange} now={record} />
          )}
          {kind === 'correct' ? (
            <CorrectionForm
              record={record}
              start={start}
              pending={isBusy}
              isOpen={snapshot.matches('editing')}
              serverErrors={refusedFields}
              alert={why}
              onSubmit={(correction) =>
                send({ type: 'change.submitted', change: { kind: 'correct', correction } })
              }
            />
          ) : (
            <EnteredInErrorForm
              record={record}
              pending={isBusy}
              isOpen={snapshot.matches('editing')}
              alert={why}
              onSubmit={(text) =>
                send({
                  type: 'change.submitted',
                  change: { kind: 'enteredInError', reason: text },
                })
              }
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

type StaleVaccinationProps = { change: string; now: VaccinationRecord }

/** Somebody else changed it: what they changed, above what was typed here. */
function StaleVaccination({ change, now }: StaleVaccinationProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const [latest] = now.corrections
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      className="banner banner-warn flex flex-col gap-2"
    >
      <p>{change} Everything you entered is still here.</p>
      {latest && (
        <ul className="list-disc ps-5 wrap-anywhere">
          {latest.changes.map((one) => (
            <li key={one.field}>{formatCorrection(one)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type EnteredInErrorFormProps = {
  record: VaccinationRecord
  pending: boolean
  isOpen: boolean
  alert: ReactNode
  onSubmit: (reason: string) => void
}

function EnteredInErrorForm(props: EnteredInErrorFormProps) {
  const { record, pending, isOpen, alert, onSubmit } = props
  const { form, field } = useReason({ isLocked: !isOpen, onReason: onSubmit })
  return (
    <form {...form} aria-label="Mark as entered in error" className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {record.product_name}, {formatCalendarDate(record.given_on)}. It stays readable and no
        longer counts as a dose. You cannot undo this.
      </p>
      <TextAreaField {...field} label="Why is it wrong?" limit={LONGEST_CHANGE_REASON} />
      {alert}
      {(isOpen || pending) && (
        <div>
          <Button type="submit" look="danger" pending={pending} pendingLabel="Saving">
            Mark as entered in error
          </Button>
        </div>
      )}
    </form>
  )
}

type Deps = { api: ApiClient; queries: QueryClient; id: number }

const vaccinationChangeWithActors = (deps: Deps) =>
  vaccinationChangeMachine.provide({
    actors: {
      readVaccination: fromPromise(() => read(deps)),
      changeVaccination: fromPromise(({ input }) => change(deps, input)),
    },
  })

async function read({
  api,
  id,
}: Deps): Promise<ActorResult<typeof vaccinationChangeMachine, 'readVaccination'>> {
  try {
    const record = await api.call('GET admin/vaccinationhistories/{id}/', { params: { id } })
    return { kind: 'read', record }
  } catch (error) {
    const { status } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 401 || status === 403) return { kind: 'notAllowed' }
    throw error
  }
}

async function change(
  deps: Deps,
  input: ActorInput<typeof vaccinationChangeMachine, 'changeVaccination'>,
): Promise<ActorResult<typeof vaccinationChangeMachine, 'changeVaccination'>> {
  try {
    await send(deps, input)
    void deps.queries.invalidateQueries({ queryKey: ['vaccinations'] })
    return { kind: 'changed' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') return { kind: 'stale', change: detail }
    const warnings = fields['confirmed_warnings']
    if (warnings) return { kind: 'warned', warnings }
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail, fields }
  }
}

function send(
  { api, id }: Deps,
  {
    change: asked,
    version,
    confirmed,
  }: ActorInput<typeof vaccinationChangeMachine, 'changeVaccination'>,
) {
  if (!asked) throw new Error('There is nothing to change')
  const params = { id }
  if (asked.kind === 'enteredInError') {
    const { reason } = asked
    return api.call('DELETE admin/vaccinationhistories/{id}/', {
      params,
      body: { version, reason },
    })
  }
  return api.call('PUT admin/vaccinationhistories/{id}/', {
    params,
    body: { ...asked.correction, version, confirmed_warnings: [...confirmed] },
  })
}
