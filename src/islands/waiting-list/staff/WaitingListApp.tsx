import '../../ui/form/zod-without-eval.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useCallback, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { WaitingListRow } from '#lib/contract/waiting-list.ts'
import { can } from '#lib/policy/policy.ts'
import { counted } from '#lib/text/format-number.ts'
import type { OfferingAction } from '#machines/waiting-list/offering.machine.ts'
import { useApi, useViewer } from '../../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { LiveList } from '../../schedule/LiveList.tsx'
import { type OpenChannel, scheduleChannel } from '../../schedule/schedule-channel.ts'
import { useScheduleChanges } from '../../schedule/use-schedule-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { ActionError, problemIn } from '../../ui/feedback/ActionError.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { keepShown } from '../../ui/form/at-once.ts'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { parseListPage, picked, saidIn } from '../../ui/table/list-address.ts'
import { type AddressQuery, useAddressQuery } from '../../ui/use-address-query.ts'
import { offeringWithActors } from './offering.actors.ts'
import { formatWaitingPlace, WaitingCard } from './WaitingCard.tsx'
import { toWaitingChoices, waitingChoicesQuery } from './waiting-query.ts'

type WaitingListAppProps = ScreenIslandProps & {
  viewer: Viewer
  openChannel?: OpenChannel
}

export function WaitingListApp({ settings, viewer, search, ...injected }: WaitingListAppProps) {
  const { webSocketBase } = settings
  const [openChannel] = useState(() => injected.openChannel ?? scheduleChannel(webSocketBase))
  return (
    <SignedInIsland settings={settings} api={injected.api} viewer={viewer}>
      <WaitingListScreen {...{ openChannel, search }} />
    </SignedInIsland>
  )
}

const OfferDialog = lateComponent(async () => (await import('./OfferDialog.tsx')).OfferDialog)
const RemovalDialog = lateComponent(async () => (await import('./OfferDialog.tsx')).RemovalDialog)
const AddPatientDialog = lateComponent(
  async () => (await import('./AddPatientDialog.tsx')).AddPatientDialog,
)

type WaitingListScreenProps = {
  openChannel: OpenChannel
  search: string
}

const TOPIC = 'waiting-list'

const doneTexts = {
  offer: (patient) => `Offered ${patient} a time.`,
  withdraw: (patient) => `Took back what was offered to ${patient}.`,
  accept: (patient) => `Booked for ${patient}.`,
  decline: (patient) => `Declined for ${patient}, who keeps the place.`,
  remove: (patient) => `Removed ${patient} from the waiting list.`,
} satisfies Record<OfferingAction['kind'], (patient: string) => string>

function WaitingListScreen(props: WaitingListScreenProps) {
  const api = useApi()
  const viewer = useViewer()
  const { openChannel, search } = props
  const address = useAddressQuery(search)
  const queries = useQueryClient()
  const query = useQuery(waitingQuery(api, address.query))
  const list = useRef<HTMLElement>(null)
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['waiting'] })
  // An offer is a hold, which the schedule hears of.
  const isHeard = useScheduleChanges({ openChannel, concerns: () => true, readAgain })
  const [machine] = useState(() =>
    offeringWithActors({
      api,
      queries,
      readAgain,
      onDone: (request) => {
        notify(doneTexts[request.action.kind](request.patient), { topic: TOPIC })
        list.current?.focus()
      },
    }),
  )
  const [snapshot, send] = useMachine(machine)
  const { request, who } = snapshot.context
  const acting = snapshot.matches('acting') ? request : null
  const failed = problemIn(snapshot)
  const problem = failed && (
    <ActionError
      state={failed}
      about={request ? formatWaitingPlace(request.patient) : undefined}
      reason={snapshot.context.reason}
      onRead={() => send({ type: 'problem.read' })}
      onRetry={() => send({ type: 'action.retried' })}
    />
  )
  const isRequestShown = !query.error && query.data?.results.some(({ id }) => id === request?.id)
  const dialog = (['loadingTimes', 'timesFailed', 'choosing'] as const).find((state) =>
    snapshot.matches(state),
  )
  const close = () => send({ type: 'dialog.closed' })
  const [isAdding, setAdding] = useState(false)
  const endAdding = useCallback(() => setAdding(false), [])
  return (
    <div className="flex flex-col gap-6" data-view-only>
      {can(viewer, 'waitingList.change') && can(viewer, 'person.see') && (
        <div>
          <Button onClick={() => setAdding(true)}>Add a patient</Button>
        </div>
      )}
      <WaitingFilters address={address} />
      <LiveList
        ref={list}
        label="Waiting list"
        what="the waiting list"
        loadingLabel="Looking up who waits"
        query={query}
        // Whoever sees only their own schedule does not hear of others' offers.
        isHeard={isHeard && can(viewer, 'schedule.see')}
        address={address}
        pageSize={WAITING_PAGE_SIZE}
        problem={!isRequestShown && problem}
        formatCount={(count) => formatCount(count, address.query)}
      >
        {(entry) => (
          <WaitingCard
            key={entry.id}
            entry={entry}
            mayChange={can(viewer, 'waitingList.change')}
            recordHref={
              can(viewer, 'schedule.see') && can(viewer, 'appointment.see')
                ? `/clinic/record-details?patient_id=${entry.patient.id}`
                : null
            }
            acting={acting}
            isBusy={!snapshot.matches('idle')}
            onTimes={(patient) => send({ type: 'times.requested', who: patient })}
            onAction={(chosen) => send({ type: 'action.chosen', request: chosen })}
            alert={entry.id === request?.id && problem}
          />
        )}
      </LiveList>
      {dialog && who && (
        <OfferDialog
          who={who}
          state={dialog}
          onChosen={(time) => send({ type: 'time.chosen', ...time })}
          onRetry={() => send({ type: 'times.retried' })}
          onClose={close}
        />
      )}
      {isAdding && (
        <AddPatientDialog
          mayCreatePatients={can(viewer, 'person.create')}
          onAdded={(patient) => {
            notify(`${patient} is on the waiting list.`, { topic: TOPIC })
            readAgain()
          }}
          onClose={endAdding}
        />
      )}
      {snapshot.matches('confirmingRemoval') && request && (
        <RemovalDialog
          patient={request.patient}
          onConfirmed={() => send({ type: 'removal.confirmed' })}
          onClose={close}
        />
      )}
    </div>
  )
}

function formatCount(count: number, query: URLSearchParams): string {
  if (count > 0) return counted(count, 'person waits', 'people wait')
  const isNarrowed = WAITING_FILTERS.some((name) => query.has(name))
  return isNarrowed ? 'Nobody waits with these filters.' : 'Nobody waits for a time.'
}

type WaitingFiltersProps = { address: AddressQuery }

function WaitingFilters({ address }: WaitingFiltersProps) {
  const api = useApi()
  const said = saidIn(address.query, WAITING_FILTERS)
  const { data } = useQuery(waitingChoicesQuery(api))
  return (
    <AddressForm
      label="Filter the waiting list"
      idPrefix="waiting"
      address={address}
      said={said}
      cleared={{ appointment_type_id: null, site_id: null, offered: null, page: null }}
    >
      {(field) => (
        <>
          <FilterSelect
            {...field('appointment_type_id')}
            label="Service"
            choices={toWaitingChoices('All services', data?.types)}
          />
          <FilterSelect
            {...field('site_id')}
            label="Branch"
            choices={toWaitingChoices('All branches', data?.sites)}
          />
          <FilterSelect
            {...field('offered')}
            label="Offers"
            choices={[
              { value: '', label: 'All' },
              { value: 'yes', label: 'A time is offered' },
              { value: 'no', label: 'No time is offered' },
            ]}
          />
        </>
      )}
    </AddressForm>
  )
}

const WAITING_PAGE_SIZE = 20

const WAITING_FILTERS = ['appointment_type_id', 'site_id', 'offered'] as const

function waitingQuery(api: ApiClient, address: URLSearchParams) {
  const query = {
    ...picked(address, [...WAITING_FILTERS, 'page']),
    page_size: String(parseListPage(address, WAITING_PAGE_SIZE).pageSize),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['waiting', query],
    queryFn: ({ signal }): Promise<Page<WaitingListRow>> =>
      api.call('GET admin/clinic/waiting-list/', { query, signal }),
  })
}
