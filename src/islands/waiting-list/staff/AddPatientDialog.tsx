import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { explainRefusal } from '#lib/api/refusals.ts'
import type { UserListRow } from '#lib/contract/users.ts'
import type { WaitingListAddition, WaitingPreference } from '#lib/contract/waiting-list.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { ChosenPatient } from '../../people/patient-choice/ChosenPatient.tsx'
import { PATIENT_SEARCH, PatientChoice } from '../../people/patient-choice/PatientChoice.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { PreferenceForm, usualDays } from '../join/PreferenceForm.tsx'
import { toWaitingChoices, waitingChoicesQuery } from './waiting-query.ts'

type AddPatientDialogProps = {
  mayCreatePatients: boolean
  onAdded: (patient: string) => void
  onClose: () => void
}

const NO_ERRORS = {}

export function AddPatientDialog(props: AddPatientDialogProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { mayCreatePatients, onAdded, onClose } = props
  const addition = useSingleMutation({
    networkMode: 'always',
    mutationFn: async (body: WaitingListAddition) => {
      const added = await api.call('POST admin/clinic/waiting-list/', { body })
      onAdded(added.patient.full_name)
    },
  })
  const choices = useQuery(waitingChoicesQuery(api))
  const [patient, setPatient] = useState<UserListRow | null>(null)
  const [typeId, setTypeId] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [days] = useState(() => usualDays(plainDateAt(Date.now(), timeZone)))
  const typeField = `${useId()}-type`
  const entered = useRef(null)
  const isAdded = addition.isSuccess
  useEffect(() => {
    if (isAdded) onClose()
  }, [isAdded, onClose])
  const isSending = addition.isPending
  const refusal = explainRefusal(addition.error)

  const submit = (preference: WaitingPreference) => {
    if (!patient) document.getElementById(PATIENT_SEARCH)?.focus()
    else if (typeId === '') document.getElementById(typeField)?.focus()
    else {
      addition.mutate({
        ...preference,
        patient_id: patient.id,
        appointment_type_id: Number(typeId),
      })
    }
  }
  const alert = refusal ? (
    <FormAlert look="banner-warn">{refusal.reason}</FormAlert>
  ) : (
    addition.error && (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if the patient was added. It is safe to try
        again.
      </FormAlert>
    )
  )
  return (
    <Dialog open title="Add a patient to the waiting list" onClose={onClose} busy={isSending}>
      <div className="flex flex-col gap-6" onSubmitCapture={() => setAsked(true)}>
        {patient ? (
          <ChosenPatient patient={patient} busy={isSending} onDrop={() => setPatient(null)} />
        ) : (
          <PatientChoice
            canCreate={mayCreatePatients}
            error={isAsked ? 'Choose the patient' : undefined}
            entered={entered}
            takesFocus
            onChosen={setPatient}
          />
        )}
        <QueryStatus query={choices} what="the services" loading="Looking up services" />
        {choices.data && (
          <>
            <SelectField
              id={typeField}
              label="Service"
              error={isAsked && typeId === '' ? 'Choose a service' : undefined}
              choices={toWaitingChoices('Choose a service', choices.data.types)}
              value={typeId}
              onChange={({ target }) => setTypeId(target.value)}
            />
            <PreferenceForm
              who="they"
              branches={choices.data.sites}
              days={days}
              pending={isSending}
              serverErrors={refusal?.fields ?? NO_ERRORS}
              onSubmit={submit}
              alert={alert}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
