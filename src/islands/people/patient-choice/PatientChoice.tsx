import { useEffect, useRef, useState } from 'react'
import type { UserListRow } from '#lib/contract/users.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import { choiceRefusalReason, formatPatient, isBookable } from './format-patient.ts'
import { NewPatient, type NewPatientBooking } from './NewPatient.tsx'
import type { EnteredPatient } from './NewPatientForm.tsx'
import { type NewPatientDraft, noDetails } from './new-patient-draft.ts'

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
