import { useMachine } from '@xstate/react'
import { type RefObject, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ListedUser } from '#lib/contract/users.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { type EnteredPatient, NewPatientForm, type NewPatientHandle } from './NewPatientForm.tsx'
import { newPatientWithActors } from './new-patient.actors.ts'
import { likenessInWords, patientInWords } from './patient-words.ts'

export type NewPatientBooking = {
  /** The form of a new patient; null while it is not open. */
  form: RefObject<NewPatientHandle | null>
  onSaving: (isSaving: boolean) => void
}

type NewPatientProps = {
  api: ApiClient
  entered: EnteredPatient
  booking: NewPatientBooking | undefined
  onChosen: (patient: ListedUser, andBook: boolean) => void
  onLeft: () => void
}

export function NewPatient({ api, entered, booking, onChosen, onLeft }: NewPatientProps) {
  const [machine] = useState(() => newPatientWithActors(api))
  const [snapshot, send] = useMachine(machine)
  const isOver = snapshot.status === 'done'
  const { patient, andBook, isCreated, duplicates, refusedFields } = snapshot.context
  const isSaving = !isOver && !snapshot.matches('entering')
  const onSaving = booking?.onSaving
  useEffect(() => {
    onSaving?.(isSaving)
    return () => onSaving?.(false)
  }, [isSaving, onSaving])
  useEffect(() => {
    if (!isOver) return
    if (!patient) return onLeft()
    // Whoever turned to somebody on file may come back to what they entered.
    if (isCreated) entered.current = null
    onChosen(patient, andBook)
  }, [isOver, patient, andBook, isCreated, entered, onChosen, onLeft])
  return (
    <>
      <NewPatientForm
        entered={entered}
        pending={isSaving}
        handle={booking?.form}
        serverErrors={refusedFields}
        onSubmit={(details, withBooking) =>
          send({ type: 'details.submitted', details, andBook: withBooking })
        }
        onLeave={() => send({ type: 'creation.left' })}
        alert={
          snapshot.matches({ entering: 'failed' }) && (
            <FormAlert look="banner-danger">
              We could not reach the service. Everything you entered is still here. Try again, and
              we will first check if this patient is already on file.
            </FormAlert>
          )
        }
      />
      <Dialog
        open={snapshot.matches('askingDuplicate')}
        wide
        title="Is it one of these patients?"
        onClose={() => send({ type: 'duplicates.closed' })}
      >
        <div className="flex flex-col gap-4">
          <p>
            A similar patient is already on file. What you entered is kept if you want to go back to
            it.
          </p>
          <ul className="flex flex-col gap-3">
            {duplicates.map((known) => (
              <li
                key={known.id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3"
              >
                <span className="min-w-0 wrap-anywhere">
                  {patientInWords(known)}
                  <br />
                  <span className="text-ink-soft">{likenessInWords(known)}</span>
                </span>
                <Button
                  small
                  look="secondary"
                  onClick={() => send({ type: 'duplicate.chosen', patient: known })}
                >
                  Choose <span className="visually-hidden">{known.full_name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => send({ type: 'duplicates.rejected' })}>
              No, save as a new patient
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
