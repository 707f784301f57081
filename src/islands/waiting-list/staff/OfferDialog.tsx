import { skipToken, useQuery } from '@tanstack/react-query'
import type { WaitingTime } from '#lib/contract/waiting-list.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { WaitingPatient } from '#machines/waiting-list/offering.machine.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { waitingTimesKey } from './offering.actors.ts'

type OfferDialogProps = {
  who: WaitingPatient
  state: 'loadingTimes' | 'timesFailed' | 'choosing'
  onChosen: (time: { start: string; siteId: number }) => void
  onRetry: () => void
  onClose: () => void
}

export function OfferDialog({ who, state, ...props }: OfferDialogProps) {
  const timeZone = useTimeZone()
  const { data: times } = useQuery<WaitingTime[]>({
    queryKey: waitingTimesKey(who.id),
    queryFn: skipToken,
  })
  return (
    <Dialog open title={`Offer ${who.patient} a time`} onClose={props.onClose} isUnsaved={false}>
      <div className="flex flex-col gap-4">
        {state === 'loadingTimes' && <Loading label="Looking for free times" />}
        {state === 'timesFailed' && (
          <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
            <p>We could not look for free times.</p>
            <Button small onClick={props.onRetry}>
              Try again
            </Button>
          </section>
        )}
        {state === 'choosing' && times?.length === 0 && (
          <p>There are no free times in the next 60 days.</p>
        )}
        {state === 'choosing' && times && times.length > 0 && (
          <>
            <p>The time is kept for the patient, who is told of it and can take or decline it.</p>
            <ul className="flex flex-col items-start gap-2">
              {times.map(({ start, site, clinician_name, is_other }) => (
                <li key={`${start} ${site.id}`}>
                  <Button
                    look="secondary"
                    small
                    className="text-left"
                    onClick={() => props.onChosen({ start, siteId: site.id })}
                  >
                    {formatDateTime(start, timeZone)}, {site.name}, {clinician_name}
                    {is_other && ' (not what they asked for)'}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

type RemovalDialogProps = { patient: string; onConfirmed: () => void; onClose: () => void }

export function RemovalDialog({ patient, onConfirmed, onClose }: RemovalDialogProps) {
  return (
    <Dialog open title={`Remove ${patient}?`} onClose={onClose} isUnsaved={false}>
      <div className="flex flex-col gap-4">
        <p>
          {patient} will lose their place, and is not told. What is offered goes to the next person.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" onClick={onConfirmed}>
            Remove from the list
          </Button>
          <Button look="secondary" onClick={onClose}>
            Keep
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
