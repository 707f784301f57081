import { useState } from 'react'
import type { PatientAllergies } from '#lib/contract/records/patient-records.ts'
import { Button } from '../../ui/Button.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { AllergyStatement } from './AllergyStatement.tsx'
import type { RecordCalls } from './patient-record-queries.ts'

const AllergyDialog = lateComponent(async () => (await import('./AllergyDialog.tsx')).default)

type AllergyFactsProps = {
  calls: RecordCalls
  allergies: PatientAllergies
  mayChange: boolean
  onSaved: (allergies: PatientAllergies) => void
}

export function AllergyFacts(props: AllergyFactsProps) {
  const { allergies, mayChange, calls } = props
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">Allergies: </span>
        <AllergyStatement allergies={allergies} isOwn={calls.audience === 'user'} />
      </p>
      {mayChange && (
        <Button
          look="quiet"
          small
          className="button-flush print:hidden"
          onClick={() => setEditing(true)}
        >
          Change <span className="visually-hidden">allergies</span>
        </Button>
      )}
      {isEditing && <AllergyDialog {...props} onClose={() => setEditing(false)} />}
    </div>
  )
}
