import type { PlannerTime } from '#lib/contract/planner.ts'
import { formatTime } from '#lib/dates/format-date-time.ts'
import { groupSlots } from '../booking/choose/slot-groups.ts'
import { Button } from '../ui/Button.tsx'
import { useArrowKeys } from '../ui/use-arrow-keys.ts'
import '../booking/choose/times.css'
import { useTimeZone } from '../identity/island-context.ts'

type PlannerTimesProps = {
  times: readonly PlannerTime[]
  /** It is null for who may look but not book. */
  onChosen: ((time: PlannerTime) => void) | null
}

export function PlannerTimes({ times, onChosen }: PlannerTimesProps) {
  const timeZone = useTimeZone()
  const arrowKeys = useArrowKeys()
  const isOneSite = new Set(times.map(({ site }) => site.id)).size === 1
  return (
    <section aria-label="Times" className="flex flex-col gap-4" onKeyDown={arrowKeys}>
      {isOneSite && <p>At {times[0]?.site.name}</p>}
      {groupSlots(times, timeZone).map(({ part, slots }) => (
        <section key={part} aria-labelledby={`planner-${part}`}>
          <h3 id={`planner-${part}`} className="heading-3 mb-2">
            {part}
          </h3>
          <ul className="planner-times">
            {slots.map((time) => {
              const words = (
                <>
                  <span className="font-semibold">{formatTime(time.start, timeZone)}</span>{' '}
                  <span className="time-site">
                    {isOneSite ? '' : `${time.site.name}, `}
                    {whoTakes(time)}
                  </span>
                </>
              )
              return (
                <li key={`${time.start} ${time.site.id}`}>
                  {onChosen ? (
                    <Button look="secondary" className="time" onClick={() => onChosen(time)}>
                      {words}
                    </Button>
                  ) : (
                    words
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </section>
  )
}

function whoTakes({ clinicians }: PlannerTime): string {
  const [first, ...others] = clinicians
  return first && others.length === 0 ? first.full_name : `${clinicians.length} clinicians`
}
