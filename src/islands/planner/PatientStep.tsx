import type { ApiClient } from '#lib/api/client.ts'
import type { PlannerPatient, PlannerPlace } from '#machines/planner/planner.machine.ts'
import type { EnteredPatient } from '../people/patient-choice/NewPatientForm.tsx'
import { PatientChoice } from '../people/patient-choice/PatientChoice.tsx'
import { PlaceSummary } from './PlaceSummary.tsx'

type PatientStepProps = {
  api: ApiClient
  canCreate: boolean
  place: PlannerPlace
  entered: EnteredPatient
  timeZone: string
  onChosen: (patient: PlannerPatient) => void
  onTimeChanged: () => void
}

export function PatientStep(props: PatientStepProps) {
  const { api, canCreate, entered, place, timeZone, onChosen, onTimeChanged } = props
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PlaceSummary
        place={place}
        patient={null}
        timeZone={timeZone}
        onTimeChanged={onTimeChanged}
      />
      <PatientChoice
        api={api}
        canCreate={canCreate}
        entered={entered}
        onChosen={({ id, full_name, dob, email, mobile }) =>
          onChosen({ id, full_name, dob, email, mobile })
        }
      />
    </div>
  )
}
