import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useRef, useState } from 'react'
import { can } from '#lib/policy/policy.ts'
import { APPOINTMENT_TOPIC, offerUndo, rescheduling } from '../appointments/undo.ts'
import { useApi, useTimeZone, useViewer } from '../identity/island-context.ts'
import type { ScopeRights } from '../reporting/appointments/report-scope.ts'
import { LiveList } from '../schedule/LiveList.tsx'
import type { OpenChannel } from '../schedule/schedule-channel.ts'
import { useScheduleChanges } from '../schedule/use-schedule-changes.ts'
import { ActionError, problemIn } from '../ui/feedback/ActionError.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { needAttentionWithActors } from './need-attention.actors.ts'
import { formatOrphanedAppointment, OrphanCard } from './OrphanCard.tsx'
import { OrphanFilters } from './OrphanFilters.tsx'
import { ORPHANS_PAGE_SIZE, orphanedQuery } from './orphaned-query.ts'

const AppointmentDialog = lazy(async () => ({
  default: (await import('../appointments/AppointmentDialog.tsx')).AppointmentDialog,
}))

const MoveAppointmentDialog = lazy(async () => ({
  default: (await import('../schedule/MoveQuestion.tsx')).MoveAppointmentDialog,
}))

export type NeedAttentionScreenProps = {
  openChannel: OpenChannel
  scopeRights: ScopeRights
  search: string
}

export function NeedAttentionScreen(props: NeedAttentionScreenProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const viewer = useViewer()
  const { openChannel, scopeRights, search } = props
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
        const text = formatOrphanedAppointment(patient)
        if (action.kind === 'reschedule' && after) {
          offerUndo(
            rescheduling({ api, before: action.from, after, timeZone, onUndone: readAgain }),
          )
        } else if (action.kind === 'keep')
          notify(`Kept ${text} as it is.`, { topic: APPOINTMENT_TOPIC })
        else notify(`Marked ${text} as needing attention.`, { topic: APPOINTMENT_TOPIC })
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
      about={request ? formatOrphanedAppointment(request.patient) : undefined}
      reason={snapshot.context.reason}
      onRead={() => send({ type: 'problem.read' })}
      onRetry={() => send({ type: 'action.retried' })}
    />
  )
  const isKeptShown = address.query.get('kept') === 'yes'
  const isRequestShown = !query.error && query.data?.results.some(({ id }) => id === request?.id)
  return (
    <div className="flex flex-col gap-6" data-view-only>
      <OrphanFilters address={address} scopeRights={scopeRights} />
      <LiveList
        ref={list}
        label="Appointments"
        what="the appointments that need attention"
        loadingLabel="Looking for appointments that need attention"
        query={query}
        isHeard={isHeard}
        address={address}
        pageSize={ORPHANS_PAGE_SIZE}
        problem={!isRequestShown && problem}
        formatCount={(count) =>
          count > 0 ? formatCount(count, isKeptShown) : nothing(address.query)
        }
      >
        {(appointment) => (
          <OrphanCard
            key={appointment.id}
            appointment={appointment}
            mayChange={can(viewer, 'appointment.reschedule', {
              staffId: appointment.staff.id,
              status: 'booked',
            })}
            acting={acting}
            onAction={(chosen) => send({ type: 'action.chosen', request: chosen })}
            onOpen={() => setOpen(appointment.id)}
            alert={appointment.id === request?.id && problem}
          />
        )}
      </LiveList>
      {snapshot.matches('confirming') &&
        request?.action.kind === 'reschedule' &&
        request.action.question && (
          <Suspense>
            <MoveAppointmentDialog
              who={request.patient}
              move={request.action.question}
              entered={request.action.notification}
              onConfirmed={(notification) => send({ type: 'move.confirmed', notification })}
              onAbandoned={() => send({ type: 'move.declined' })}
            />
          </Suspense>
        )}
      {open !== null && (
        <Suspense>
          <AppointmentDialog id={open} onChanged={readAgain} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}

const formatCount = (count: number, isKept: boolean) =>
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
