import { useEffect, useRef } from 'react'
import type { UserListRow } from '#lib/contract/users.ts'
import { Button } from '../../ui/Button.tsx'
import { formatIdentity } from './format-patient.ts'
import { RecordLink } from './RecordLink.tsx'

type ChosenPatientProps = {
  patient: UserListRow
  busy: boolean
  onDrop: () => void
}

export function ChosenPatient({ patient, busy, onDrop }: ChosenPatientProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls to fill in
    <div ref={box} tabIndex={-1} role="group" aria-label="Patient" className="card">
      <p className="font-semibold break-words">{patient.full_name}</p>
      <p className="hint break-words">{formatIdentity(patient)}</p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Button look="quiet" small unavailable={busy} onClick={onDrop}>
          Choose another patient
        </Button>
        <RecordLink patientId={patient.id} />
      </div>
    </div>
  )
}
