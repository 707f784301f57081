import { type RefObject, useEffect, useRef } from 'react'
import type { UserListRow } from '#lib/contract/users.ts'
import { newPatientMachine } from '#machines/people/new-patient.machine.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { createPatient } from './create-patient.ts'
import { formatLikeness, formatPatient } from './format-patient.ts'
import { type EnteredPatient, NewPatientForm, type NewPatientHandle } from './NewPatientForm.tsx'

export type NewPatientBooking = {
  /** It is null while the form is not open. */
  form: RefObject<NewPatientHandle | null>
  onSaving: (isSaving: boolean) => void
}

const NO_ERRORS = {}

type NewPatientProps = {
  entered: EnteredPatient
  booking: NewPatientBooking | undefined
  onChosen: (patient: UserListRow, andBook: boolean) => void
  onLeft: () => void
}

export function NewPatient({ entered, booking, onChosen, onLeft }: NewPatientProps) {
  const api = useApi()
  const { sending, answer, submit, reset } = useRequest(newPatientMachine, (input) =>
    createPatient(api, input),
  )
  const andBook = useRef(false)
  const created = answer?.kind === 'created' ? answer.patient : null
  const duplicates = answer?.kind === 'duplicates' ? answer : null
  const isSaving = sending !== null || duplicates !== null
  const onSaving = booking?.onSaving
  useEffect(() => {
    onSaving?.(isSaving)
    return () => onSaving?.(false)
  }, [isSaving, onSaving])
  useEffect(() => {
    if (!created) return
    entered.current = null
    onChosen(created, andBook.current)
  }, [created, entered, onChosen])
  return (
    <>
      <NewPatientForm
        entered={entered}
        pending={isSaving}
        handle={booking?.form}
        serverErrors={answer?.kind === 'refused' ? answer.fields : NO_ERRORS}
        onSubmit={(details, withBooking) => {
          andBook.current = withBooking
          submit({ details, isNew: false })
        }}
        onLeave={onLeft}
        alert={
          answer?.kind === 'unanswered' && (
            <FormAlert look="banner-danger">
              We could not reach the service. Everything you entered is still here. Try again, and
              we will first check if this patient is already on file.
            </FormAlert>
          )
        }
      />
      <Dialog open={duplicates !== null} wide title="Is it one of these patients?" onClose={reset}>
        <div className="flex flex-col gap-4">
          <p>
            A similar patient is already on file. What you entered is kept if you want to go back to
            it.
          </p>
          <ul className="flex flex-col gap-3">
            {duplicates?.duplicates.map((known) => (
              <li
                key={known.id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3"
              >
                <span className="min-w-0 wrap-anywhere">
                  {formatPatient(known)}
                  <br />
                  <span className="text-ink-soft">{formatLikeness(known)}</span>
                </span>
                <Button small look="secondary" onClick={() => onChosen(known, andBook.current)}>
                  Choose <span className="visually-hidden">{known.full_name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            <Button
              onClick={() => duplicates && submit({ details: duplicates.details, isNew: true })}
            >
              No, save as a new patient
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
