import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { UserListRow } from '#lib/contract/users.ts'
import { newPatientMachine } from '#machines/people/new-patient.machine.ts'
import type { RequestInput, RequestResult } from '#machines/request.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { formatLikeness, formatPatient } from './format-patient.ts'
import {
  type EnteredPatient,
  type NewPatientDraft,
  NewPatientForm,
  type NewPatientHandle,
  noDetails,
} from './NewPatientForm.tsx'

type NewPatientBooking = {
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

function NewPatient({ entered, booking, onChosen, onLeft }: NewPatientProps) {
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

/** A patient whose answer was lost may be on file: the check before the next try finds it. */
async function createPatient(
  api: ApiClient,
  { details, isNew }: RequestInput<typeof newPatientMachine>,
): Promise<RequestResult<typeof newPatientMachine>> {
  try {
    if (!isNew) {
      const { duplicates } = await api.call('POST admin/check-duplicate-user/', { body: details })
      if (duplicates.length > 0) return { kind: 'duplicates', duplicates, details }
    }
    return { kind: 'created', patient: await api.call('POST admin/users/', { body: details }) }
  } catch (error) {
    const { fields, detail, status } = certainRefusal(error)
    return { kind: 'refused', fields: status === 400 ? fields : { non_field_errors: [detail] } }
  }
}

const OFFERED = 10
const SHORTEST = 3
export const PATIENT_SEARCH = 'patient-search'

type PatientChoiceProps = {
  canCreate: boolean
  onChosen: (patient: UserListRow, andBook: boolean) => void
  error?: string | undefined
  /** It stores what is entered of somebody new for who leaves this step and comes back to it. */
  entered?: EnteredPatient
  booking?: NewPatientBooking
  takesFocus?: boolean
}

export function PatientChoice(props: PatientChoiceProps) {
  const api = useApi()
  const { canCreate, onChosen, error, booking, takesFocus = false, ...kept } = props
  const own: EnteredPatient = useRef(null)
  const { entered = own } = kept
  const [isNew, setNew] = useState(entered.current !== null)
  const searched = useRef('')
  const [refused, setRefused] = useState<UserListRow | null>(null)
  const choose = (patient: UserListRow, andBook = false) => {
    setRefused(isBookable(patient) ? null : patient)
    if (isBookable(patient)) onChosen(patient, andBook)
    else setNew(false)
  }
  const isSearchFirst = useRef(takesFocus)
  useEffect(() => {
    if (!isNew && isSearchFirst.current) document.getElementById(PATIENT_SEARCH)?.focus()
    isSearchFirst.current = true
  }, [isNew])
  if (isNew) {
    return <NewPatient {...{ entered, booking }} onChosen={choose} onLeft={() => setNew(false)} />
  }
  const find = async (search: string, signal: AbortSignal) => {
    const query = { search, page_size: OFFERED }
    return (await api.call('GET admin/users/', { query, signal })).results
  }
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <LookupField<UserListRow>
        id={PATIENT_SEARCH}
        label="Find a patient"
        error={refused ? choiceRefusalReason(refused) : error}
        hint="By name, date of birth (31/03/1980), NHS number, phone number or email address"
        find={find}
        keyOf={({ id }) => id}
        labelOf={formatPatient}
        onChoose={(patient) => choose(patient)}
        onText={(text) => {
          searched.current = text
        }}
        shortest={SHORTEST}
        one="patient"
        many="patients"
        leftText={`Choose a patient from the list${canCreate ? ', or add a new patient' : ''}.`}
        failedText="We could not search for patients. Check your connection, then type again."
      />
      {canCreate && (
        <div>
          <Button
            look="secondary"
            onClick={() => {
              entered.current ??= searchedDetails(searched.current)
              setNew(true)
            }}
          >
            Add a new patient
          </Button>
        </div>
      )}
    </div>
  )
}

export function searchedDetails(search: string): NewPatientDraft {
  const text = search.trim()
  const digits = text.replace(/[\s-]/g, '')
  const date = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)
  if (text === '') return noDetails
  if (text.includes('@')) return { ...noDetails, email: text }
  if (date) return { ...noDetails, dob: `${date[3]}-${date[2]}-${date[1]}` }
  if (/^[1-9]\d{9}$/.test(digits) && !digits.startsWith('7')) {
    return { ...noDetails, nhs_number: text }
  }
  if (/^\+?[\d().]+$/.test(digits)) return { ...noDetails, mobile: text }
  return { ...noDetails, ...namesIn(text) }
}

function namesIn(text: string): Pick<NewPatientDraft, 'first_name' | 'last_name'> {
  const [last = '', first] = text.split(',').map((part) => part.trim())
  if (first !== undefined) return { first_name: first, last_name: last }
  const words = text.split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

const isBookable = ({ is_active, is_deceased }: UserListRow) => is_active && !is_deceased

const choiceRefusalReason = ({ full_name, is_deceased }: UserListRow) =>
  is_deceased
    ? `${full_name} has died, so you cannot book for them. Choose another patient`
    : `${full_name} is no longer active, so you cannot book for them. Choose another patient`
