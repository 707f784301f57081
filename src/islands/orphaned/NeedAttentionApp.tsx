import '../ui/form/zod-without-eval.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { OrphanRow } from '#lib/contract/orphaned-appointments.ts'
import { can } from '#lib/policy/policy.ts'
import {
  needAttentionMachine,
  type OrphanActionRequest,
} from '#machines/orphaned/need-attention.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { APPOINTMENT_TOPIC, offerUndo, rescheduling } from '../appointments/undo.ts'
import { useApi, useTimeZone, useViewer } from '../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { NothingToSee } from '../reporting/appointments/NothingToSee.tsx'
import {
  type ScopeRights,
  useReportChoices,
  withChosen,
} from '../reporting/appointments/report-scope.ts'
import { LiveList } from '../schedule/LiveList.tsx'
import { type OpenChannel, scheduleChannel } from '../schedule/schedule-channel.ts'
import { useScheduleChanges } from '../schedule/use-schedule-changes.ts'
import { ActionError, problemIn } from '../ui/feedback/ActionError.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { AddressForm } from '../ui/form/AddressForm.tsx'
import { keepShown } from '../ui/form/at-once.ts'
import { FilterSelect } from '../ui/form/FilterSelect.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { parseListPage, picked, saidIn } from '../ui/table/list-address.ts'
import { type AddressQuery, useAddressQuery } from '../ui/use-address-query.ts'
import { formatOrphanedAppointment, OrphanCard } from './OrphanCard.tsx'

const AppointmentDialog = lateComponent(
  async () => (await import('../appointments/AppointmentDialog.tsx')).AppointmentDialog,
)

const MoveAppointmentDialog = lateComponent(
  async () => (await import('../schedule/MoveQuestion.tsx')).MoveAppointmentDialog,
)

type NeedAttentionAppProps = ScreenIslandProps & {
  viewer: Viewer
  openChannel?: OpenChannel
}

export function NeedAttentionApp({ settings, viewer, search, ...injected }: NeedAttentionAppProps) {
  const { webSocketBase } = settings
  const [openChannel] = useState(() => injected.openChannel ?? scheduleChannel(webSocketBase))
  const scopeRights = {
    staffId: viewer.staff_id,
    mayChoose: can(viewer, 'schedule.see'),
  }
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={injected.api} viewer={viewer}>
      <NeedAttentionScreen {...{ openChannel, search, scopeRights }} />
    </SignedInIsland>
  )
}

type NeedAttentionScreenProps = {
  openChannel: OpenChannel
  scopeRights: ScopeRights
  search: string
}

function NeedAttentionScreen(props: NeedAttentionScreenProps) {
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
          <MoveAppointmentDialog
            who={request.patient}
            move={request.action.question}
            entered={request.action.notification}
            onConfirmed={(notification) => send({ type: 'move.confirmed', notification })}
            onAbandoned={() => send({ type: 'move.declined' })}
          />
        )}
      {open !== null && (
        <AppointmentDialog id={open} onChanged={readAgain} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

const ORPHAN_FILTERS = ['staff_id', 'site_id', 'kept', 'asked'] as const

/** Each has its free places with it: fewer on a page than lines of a table. */
const ORPHANS_PAGE_SIZE = 20

/** The orphaned appointments that an address asks for; those that were left only where it says so. */
function orphanedQuery(api: ApiClient, address: URLSearchParams) {
  const query = {
    kept: 'no' as const,
    ...picked(address, [...ORPHAN_FILTERS, 'page']),
    page_size: String(parseListPage(address, ORPHANS_PAGE_SIZE).pageSize),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['orphaned', query],
    queryFn: ({ signal }): Promise<Page<OrphanRow>> =>
      api.call('GET admin/clinic/orphaned-appointments/', { query, signal }),
  })
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

type OrphanFiltersProps = { address: AddressQuery; scopeRights: ScopeRights }

function OrphanFilters({ address, scopeRights }: OrphanFiltersProps) {
  const api = useApi()
  const said = saidIn(address.query, ORPHAN_FILTERS)
  const choices = useReportChoices(api, scopeRights)
  const clinicians = choices.clinicians.map((choice) =>
    choice.value === 'all' ? { ...choice, value: '' } : choice,
  )
  return (
    <AddressForm
      label="Filter the appointments"
      idPrefix="attention"
      address={address}
      said={said}
      cleared={{ staff_id: null, site_id: null, kept: null, asked: null, page: null }}
    >
      {(field) => (
        <>
          {scopeRights.mayChoose && (
            <FilterSelect
              {...field('staff_id')}
              label="Clinician"
              choices={withChosen(clinicians, said.staff_id)}
            />
          )}
          <FilterSelect
            {...field('site_id')}
            label="Branch"
            choices={withChosen(choices.sites, said.site_id)}
          />
          <FilterSelect
            {...field('kept')}
            label="Appointments"
            choices={[
              { value: '', label: 'Need attention' },
              { value: 'yes', label: 'Kept as they are' },
            ]}
          />
          <FilterSelect
            {...field('asked')}
            label="Patients"
            choices={[
              { value: '', label: 'All' },
              { value: 'no', label: 'Not asked for another time' },
              { value: 'yes', label: 'Asked, no answer yet' },
            ]}
          />
        </>
      )}
    </AddressForm>
  )
}

type Deps = {
  api: ApiClient
  onDone: (request: OrphanActionRequest, after: ClinicAppointment | undefined) => void
  readAgain: () => void
}

const needAttentionWithActors = (deps: Deps) =>
  needAttentionMachine.provide({
    actors: {
      applyAction: fromPromise(({ input }) => applyAction(deps, input)),
    },
    actions: { readAgain: deps.readAgain },
  })

async function applyAction(
  { api, onDone }: Deps,
  request: OrphanActionRequest,
): Promise<ActorResult<typeof needAttentionMachine, 'applyAction'>> {
  try {
    onDone(request, await send(api, request))
    return { kind: 'done' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') return { kind: 'stale' }
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail }
  }
}

async function send(
  api: ApiClient,
  { id, version, action }: OrphanActionRequest,
): Promise<ClinicAppointment | undefined> {
  const params = { id }
  switch (action.kind) {
    case 'reschedule': {
      const { start, staffId, roomId, notification } = action
      return await api.call('PUT admin/appointments/{id}/', {
        params,
        body: { version, start, staff_id: staffId, room_id: roomId, ...notification },
      })
    }
    case 'keep':
      await api.call('PUT admin/clinic/orphaned-appointments/{id}/kept/', {
        params,
        body: { version },
      })
      return undefined
    case 'reopen':
      await api.call('DELETE admin/clinic/orphaned-appointments/{id}/kept/', { params })
      return undefined
  }
}
