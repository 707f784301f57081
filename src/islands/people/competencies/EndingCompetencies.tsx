import { useQuery } from '@tanstack/react-query'
import type { EndingCompetency } from '#lib/contract/competencies.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import type { ScreenToolProps } from '../../admin/resources/admin-screen.ts'
import { useApi } from '../../identity/island-context.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'

type Notice = EndingCompetency['notice_type']

const notices: Record<Notice, { tag: string; look: string; text: string }> = {
  lapsed: { tag: 'Lapsed', look: 'tag tag-danger', text: 'lapsed' },
  '1-day-notice': { tag: 'Within 1 day', look: 'tag tag-danger', text: 'within 1 day' },
  '5-days-notice': { tag: 'Within 5 days', look: 'tag tag-warn', text: 'within 5 days' },
  '30-days-notice': { tag: 'Within 30 days', look: 'tag', text: 'within 30 days' },
}

export function EndingCompetencies({ onOpen, onClose }: ScreenToolProps) {
  const api = useApi()
  const query = useQuery({
    ...atOnce,
    queryKey: ['ending competencies'],
    queryFn: ({ signal }) => api.call('GET admin/staffcompetencies/ending/', { signal }),
    // Whoever comes back from a record sees what became of it, not what was.
    gcTime: 0,
  })
  const { data, error } = query
  const results = error ? undefined : data?.results
  return (
    <Dialog open wide title="Expiring competencies" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <QueryStatus
          query={query}
          what="the expiring competencies"
          loading="Loading expiring competencies"
        />
        {results && (
          <p role="status">
            {results.length === 0
              ? 'No competencies of current staff have lapsed or end within 30 days.'
              : formatSummary(results)}
          </p>
        )}
        {byPerson(results ?? []).map((held) => (
          <Person key={held[0].staff_id} held={held} onOpen={onOpen} />
        ))}
      </div>
    </Dialog>
  )
}

type Held = readonly [EndingCompetency, ...EndingCompetency[]]

function Person({ held, onOpen }: { held: Held } & Pick<ScreenToolProps, 'onOpen'>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="heading-3 wrap-anywhere">{held[0].staff_name}</h3>
      <ul className="flex flex-col gap-2">
        {held.map(({ id, competency_name, expires_at, notice_type }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 card py-2">
            <div className="min-w-0">
              {onOpen ? (
                <button
                  type="button"
                  className="cell-link cursor-pointer text-left wrap-anywhere"
                  onClick={() => onOpen(id)}
                >
                  {competency_name}
                  <span className="visually-hidden">: change it for {held[0].staff_name}</span>
                </button>
              ) : (
                <p className="wrap-anywhere">{competency_name}</p>
              )}
              <p className="hint">Last day: {formatCalendarDate(expires_at)}</p>
            </div>
            <span className={notices[notice_type].look}>{notices[notice_type].tag}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatSummary(results: readonly EndingCompetency[]): string {
  const parts = Object.entries(notices).flatMap(([notice, { text }]) => {
    const count = results.filter(({ notice_type }) => notice_type === notice).length
    return count > 0 ? [`${count} ${text}`] : []
  })
  return `${counted(results.length, 'competency', 'competencies')}: ${parts.join(', ')}.`
}

function byPerson(results: readonly EndingCompetency[]): Held[] {
  const people = Map.groupBy(results, ({ staff_id }) => staff_id)
  return [...people.values()] as unknown as Held[]
}
