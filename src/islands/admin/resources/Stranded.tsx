import type { Stranding } from '#lib/contract/admin/admin-resource.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import { counted } from '#lib/format-number.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'

/** The appointments that a change leaves without anybody who may take them. */
export function StrandedList({ stranding, timeZone }: { stranding: Stranding; timeZone: string }) {
  const { ids, results } = stranding
  return (
    <>
      <FormAlert look="banner-warning">
        {counted(ids.length, 'appointment')} would be left with a clinician who may not take{' '}
        {ids.length === 1 ? 'it' : 'them'}.{' '}
        {results.length === 0 && 'You may not see whose: ask a manager.'}
      </FormAlert>
      {/* Many do not push the decision out of sight. */}
      {results.length > 0 && (
        <ul
          aria-label="Appointments"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
          tabIndex={0}
          className="flex max-h-80 flex-col gap-2 overflow-y-auto"
        >
          {results.map(({ id, start, patient, appointment_type, clinician, site }) => (
            <li key={id} className="card py-2">
              <span className="font-semibold">{formatDateTime(start, timeZone)}</span>: {patient},{' '}
              {appointment_type}, with {clinician}, {site}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type StrandedProps = {
  stranding: Stranding
  timeZone: string
  action: string
  onAccept: () => void
  onReject: () => void
}

/** Asks whether they are to be left so. */
export function Stranded({ stranding, timeZone, action, onAccept, onReject }: StrandedProps) {
  return (
    <div className="flex flex-col gap-4">
      <StrandedList stranding={stranding} timeZone={timeZone} />
      <div className="flex flex-wrap gap-3">
        <Button look="danger" onClick={onAccept}>
          {action}
        </Button>
        <Button look="secondary" onClick={onReject}>
          Back to the form
        </Button>
      </div>
    </div>
  )
}
