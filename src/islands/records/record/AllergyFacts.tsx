import { lazy, Suspense, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PatientAllergies } from '#lib/contract/records/patient-records.ts'
import { formatDate } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import type { RecordCalls } from './patient-record-queries.ts'

const AllergyDialog = lazy(() => import('./AllergyDialog.tsx'))

type AllergyFactsProps = {
  api: ApiClient
  calls: RecordCalls
  allergies: PatientAllergies
  mayChange: boolean
  timeZone: string
  onSaved: (allergies: PatientAllergies) => void
}

/** What the patient is allergic to, who said so and when. Nothing said is not "none". */
export function AllergyFacts(props: AllergyFactsProps) {
  const { allergies, mayChange, timeZone, calls } = props
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">Allergies: </span>
        <AllergyWords allergies={allergies} isOwn={calls.audience === 'user'} />
        {allergies.stated && (
          <span className="hint"> ({statedInWords(allergies, timeZone, calls.audience)})</span>
        )}
      </p>
      {mayChange && (
        <Button look="quiet" small className="print:hidden" onClick={() => setEditing(true)}>
          Change <span className="visually-hidden">allergies</span>
        </Button>
      )}
      {isEditing && (
        <Suspense>
          <AllergyDialog {...props} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}

function AllergyWords({ allergies, isOwn }: { allergies: PatientAllergies; isOwn: boolean }) {
  const { items, none_known } = allergies
  if (items.length > 0) {
    return <strong className="text-danger">{items.map(({ name }) => name).join(', ')}</strong>
  }
  if (none_known) return <>No known allergies</>
  return <strong>{isOwn ? 'You have not told us yet' : 'Not asked yet'}</strong>
}

function statedInWords(
  { stated, stated_by_name }: PatientAllergies,
  timeZone: string,
  audience: RecordCalls['audience'],
): string {
  const on = formatDate(stated ?? '', timeZone)
  return audience === 'clinic' && stated_by_name ? `${stated_by_name}, ${on}` : `stated ${on}`
}
