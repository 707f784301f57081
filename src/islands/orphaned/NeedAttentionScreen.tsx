import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { can } from '#lib/policy/policy.ts'
import type { ScopeRights } from '../reporting/appointments/report-scope.ts'
import { APPOINTMENT_TOPIC, offerUndo, rescheduling } from '../schedule/appointment/undo.ts'
import type { OpenChannel } from '../schedule/schedule-channel.ts'
import { useScheduleChanges } from '../schedule/use-schedule-changes.ts'
import { ActionError, problemIn } from '../ui/feedback/ActionError.tsx'
import { ListFailed } from '../ui/feedback/ListFailed.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { pageOf } from '../ui/table/list-address.ts'
import { Pager } from '../ui/table/Pager.tsx'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { needAttentionWithActors } from './need-attention.actors.ts'
import { appointmentWords, OrphanCard } from './OrphanCard.tsx'
import { OrphanFilters } from './OrphanFilters.tsx'
import { ORPHANS_PAGE_SIZE, orphanedQuery } from './orphaned-query.ts'

const AppointmentDialog = lazy(async () => ({
  default: (await import('../schedule/appointment/AppointmentDialog.tsx')).AppointmentDialog,
}))

const SiteDialog = lazy(async () => ({
  default: (await import('../schedule/SiteQuestion.tsx')).SiteDialog,
}))

export type NeedAttentionScreenProps = {
  api: ApiClient
  openChannel: OpenChannel
  timeZone: string
  viewer: Viewer
  scopeRights: ScopeRights
  search: string
}

export function NeedAttentionScreen(props: NeedAttentionScreenProps) {
  const { api, openChannel, timeZone, viewer, scopeRights, search } = props
  const address = useAddressQuery(search)
  const queries = useQueryClient()
  const query = useQuery(orphanedQuery(api, address.query))
  const list = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['orphaned'] })
  const isHeard = useScheduleChanges({ openChannel, concerns: () => true, readAgain: readAgain })
  const [machine] = useState(() =>
    needAttentionWithActors({
      api,
      readAgain,
      onDone: ({ action, patient }, after) => {
        const words = appointmentWords(patient)
        if (action.kind === 'reschedule' && after) {
          offerUndo(
            rescheduling({ api, before: action.from, after, timeZone, onUndone: readAgain }),
          )
        } else if (action.kind === 'keep')
          notify(`Kept ${words} as it is.`, { topic: APPOINTMENT_TOPIC })
        else notify(`Marked ${words} as needing attention.`, { topic: APPOINTMENT_TOPIC })
        // What had the focus is about to go.
        list.current?.focus()
      },
    }),
  )
  const [snapshot, send] = useMachine(machine)
  const { request } = snapshot.context
  const acting = snapshot.matches('acting') ? request : null
  const failed = problemIn(snapshot)
  const problem = failed && (
    <ActionError
      state={failed}
      about={request ? appointmentWords(request.patient) : undefined}
      reason={snapshot.context.reason}
      onRead={() => send({ type: 'problem.read' })}
      onRetry={() => send({ type: 'action.retried' })}
    />
  )
  const isKeptShown = address.query.get('kept') === 'yes'
  const found = query.error ? undefined : query.data
  const isRequestShown = found?.results.some(({ id }) => id === request?.id) ?? false
  return (
    <div className="flex flex-col gap-6" data-view-only>
      <OrphanFilters api={api} address={address} scopeRights={scopeRights} />
      {!isHeard && (
        <p role="status" className="banner banner-warning">
          We cannot show changes by other people at the moment. Reload the page to see them.
        </p>
      )}
      <section
        ref={list}
        tabIndex={-1}
        aria-label="Appointments"
        aria-busy={query.isPlaceholderData}
        className="flex flex-col gap-4"
      >
        {!isRequestShown && problem}
        {query.error ? (
          <ListFailed
            what="the appointments that need attention"
            error={query.error}
            pending={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : !found ? (
          <Loading label="Looking for appointments that need attention" />
        ) : (
          <p role="status" className="font-semibold">
            {found.count > 0 ? countInWords(found.count, isKeptShown) : nothing(address.query)}
          </p>
        )}
        {found && found.count > 0 && found.results.length === 0 && (
          <p>There is nothing on this page. Go back to an earlier one.</p>
        )}
        <ul className="flex flex-col gap-4">
          {found?.results.map((appointment) => (
            <OrphanCard
              key={appointment.id}
              appointment={appointment}
              timeZone={timeZone}
              mayChange={can(viewer, 'appointment.reschedule', {
                staffId: appointment.staff.id,
                status: 'booked',
              })}
              acting={acting}
              onAction={(chosen) => send({ type: 'action.chosen', request: chosen })}
              onOpen={() => setOpen(appointment.id)}
              alert={appointment.id === request?.id && problem}
            />
          ))}
        </ul>
      </section>
      {found && found.count > 0 && (
        <Pager
          {...pageOf(address.query, ORPHANS_PAGE_SIZE)}
          count={found.count}
          address={address}
          onTurned={() => list.current?.focus()}
        />
      )}
      {snapshot.matches('confirmingSite') &&
        request?.action.kind === 'reschedule' &&
        request.action.crossing && (
          <Suspense>
            <SiteDialog
              who={request.patient}
              crossing={request.action.crossing}
              onConfirmed={() => send({ type: 'site.confirmed' })}
              onAbandoned={() => send({ type: 'site.declined' })}
            />
          </Suspense>
        )}
      {open !== null && (
        <Suspense>
          <AppointmentDialog
            api={api}
            id={open}
            viewer={viewer}
            timeZone={timeZone}
            onChanged={readAgain}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

const countInWords = (count: number, isKept: boolean) =>
  [
    count.toLocaleString('en-GB'),
    count === 1 ? 'appointment' : 'appointments',
    isKept ? 'kept as' : count === 1 ? 'needs attention' : 'need attention',
    isKept && (count === 1 ? 'it is' : 'they are'),
  ]
    .filter(Boolean)
    .join(' ')

function nothing(query: URLSearchParams): string {
  if (query.get('kept') === 'yes') return 'No appointments have been kept as they are.'
  const isNarrowed = query.has('staff_id') || query.has('site_id')
  return isNarrowed ? 'Nothing needs attention with these filters.' : 'Nothing needs attention.'
}
