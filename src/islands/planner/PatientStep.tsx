import type { PlannerPatient, PlannerPlace } from '#machines/planner/planner.machine.ts'
import type { EnteredPatient } from '../people/patient-choice/NewPatientForm.tsx'
import { PatientChoice } from '../people/patient-choice/PatientChoice.tsx'
import { PlaceSummary } from './PlaceSummary.tsx'

type PatientStepProps = {
  canCreate: boolean
  place: PlannerPlace
  entered: EnteredPatient
  onChosen: (patient: PlannerPatient) => void
  onTimeChanged: () => void
}

export function PatientStep(props: PatientStepProps) {
  const { canCreate, entered, place, onChosen, onTimeChanged } = props
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PlaceSummary place={place} patient={null} onTimeChanged={onTimeChanged} />
      <PatientChoice
        canCreate={canCreate}
        entered={entered}
        onChosen={({ id, full_name, dob, email, mobile }) =>
          onChosen({ id, full_name, dob, email, mobile })
        }
      />
    </div>
  )
}
