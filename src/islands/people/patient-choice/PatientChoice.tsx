import { useEffect, useRef, useState } from 'react'
import type { UserListRow } from '#lib/contract/users.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import { choiceRefusalReason, formatPatient, isBookable } from './format-patient.ts'
import { NewPatient, type NewPatientBooking } from './NewPatient.tsx'
import type { EnteredPatient } from './NewPatientForm.tsx'
import { searchedDetails } from './searched-details.ts'

const OFFERED = 10
const SHORTEST = 3
export const PATIENT_SEARCH = 'patient-search'

export type PatientChoiceProps = {
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
