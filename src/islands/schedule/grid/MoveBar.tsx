import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import type { MoveTarget } from '#machines/schedule/appointment-move.machine.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import type { GridReschedule } from './use-appointment-move.ts'

type MoveBarProps = {
  state: GridReschedule['state']
  to: MoveTarget | null
  objection: string
  over: string
  onRead: () => void
  drawnTime: string | null
}

export function MoveBar({ state, to, objection, over, onRead, drawnTime }: MoveBarProps) {
  const timeZone = useTimeZone()
  return (
    <div className="move-bar no-print">
      <p role="status">
        {to && state === 'carrying' && (
          <>
            {formatTimeRange(to.start, to.end, timeZone)}, {over}. {objection}
          </>
        )}
        {state === 'saving' && 'Moving…'}
        {drawnTime}
      </p>
      {(state === 'refused' || state === 'unanswered') && (
        <p role="alert" className="freshness freshness-old">
          {state === 'refused'
            ? `Not moved. ${objection}`
            : 'We did not get an answer, so we do not know if it was moved. Check the schedule before you move it again.'}{' '}
          <Button look="quiet" small onClick={onRead}>
            Close
          </Button>
        </p>
      )}
    </div>
  )
}
