import '../ui/form/zod-without-eval.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useCallback, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { ComparedPerson, DuplicateGroup, Merge } from '#lib/contract/merging.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import type { MergeAction, mergingMachine } from '#machines/merging/merging.machine.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { formatIdentity, formatLikeness } from '../people/patient-choice/format-patient.ts'
import { Button } from '../ui/Button.tsx'
import { useFocusAfterDialog } from '../ui/dialog/use-focus-after-dialog.ts'
import { Email } from '../ui/Email.tsx'
import { ActionError, problemIn } from '../ui/feedback/ActionError.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { keepShown } from '../ui/form/at-once.ts'
import { lateComponent } from '../ui/late-component.tsx'
import { parseListPage, picked } from '../ui/table/list-address.ts'
import { Pager } from '../ui/table/Pager.tsx'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { formatComparedRecord, type PreviewState } from './CompareDialog.tsx'
import { type ChosenFields, formatUnverified, toMergeWrite } from './compared-fields.ts'
import { mergingWithActors } from './merging.actors.ts'
import { SearchEverybody } from './SearchEverybody.tsx'
import { SeparatedList } from './SeparatedList.tsx'
import { TakeBackRow } from './TakeBackRow.tsx'

const CompareDialog = lateComponent(async () => (await import('./CompareDialog.tsx')).CompareDialog)

export function DuplicatesApp({ settings, search, api: injected }: ScreenIslandProps) {
  return (
    <SignedInIsland settings={settings} api={injected}>
      <DuplicatesScreen search={search} />
    </SignedInIsland>
  )
}

type DuplicatesScreenProps = {
  search: string
}

function DuplicatesScreen({ search }: DuplicatesScreenProps) {
  const api = useApi()
  const address = useAddressQuery(search)
  const queries = useQueryClient()
  const query = useQuery(groupsQuery(api, address.query))
  const list = useRef<HTMLElement>(null)
  const readAgain = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['duplicates'] }),
    [queries],
  )
  const tookAway = useFocusAfterDialog(() => list.current)
  const [machine] = useState(() =>
    mergingWithActors({
      api,
      readAgain,
      onDone: (action) => {
        notify(formatDone(action))
        tookAway()
      },
    }),
  )
  const [snapshot, send] = useMachine(machine)
  const { group, action } = snapshot.context
  const failed = problemIn(snapshot)
  const isBusy = !snapshot.matches('idle')
  const found = query.error ? undefined : query.data
  const isOpen =
    snapshot.matches('comparing') || (snapshot.matches('acting') && action?.kind !== 'undo')
  return (
    <div className="flex flex-col gap-6" data-view-only>
      <SearchEverybody onEnded={readAgain} />
      <section
        ref={list}
        tabIndex={-1}
        aria-label="Likely duplicates"
        aria-busy={query.isPlaceholderData}
        className="flex flex-col gap-4"
      >
        {failed && (
          <ActionError
            state={failed}
            reason={snapshot.context.reason}
            onRead={() => send({ type: 'problem.read' })}
            onRetry={() => send({ type: 'action.retried' })}
          />
        )}
        {!found ? (
          <QueryStatus
            query={query}
            what="the likely duplicates"
            loading="Looking for likely duplicates"
          />
        ) : (
          <p role="status" className="font-semibold">
            {found.count > 0
              ? `${counted(found.count, 'likely duplicate')} to look at`
              : 'There are no likely duplicates.'}
          </p>
        )}
        {found && found.count > 0 && found.results.length === 0 && (
          <p>There is nothing on this page. Go back to an earlier one.</p>
        )}
        <ul className="flex flex-col gap-4">
          {found?.results.map((one) => (
            <DuplicateGroupCard
              key={one.id}
              group={one}
              busy={isBusy}
              onOpen={() =>
                send({
                  type: 'group.opened',
                  group: one,
                  write: toMergeWrite(firstChoice(one), one.people),
                })
              }
            />
          ))}
        </ul>
        {found && found.count > 0 && (
          <Pager
            {...parseListPage(address.query, DUPLICATES_PAGE_SIZE)}
            count={found.count}
            address={address}
            onTurned={() => list.current?.focus()}
          />
        )}
      </section>
      <MergesList
        busy={isBusy}
        undoing={snapshot.matches('acting') && action?.kind === 'undo' ? action.merge.id : null}
        onUndo={(merge) => send({ type: 'action.chosen', action: { kind: 'undo', merge } })}
      />
      <SeparatedList
        busy={isBusy}
        rejoining={snapshot.matches('acting') && action?.kind === 'rejoin' ? action.pair : null}
        onRejoin={(pair) => send({ type: 'action.chosen', action: { kind: 'rejoin', pair } })}
      />
      {group && isOpen && (
        <CompareDialog
          key={group.id}
          group={group}
          first={firstChoice(group)}
          preview={toPreview(snapshot)}
          acting={snapshot.matches('acting') ? (action?.kind ?? null) : null}
          onChanged={(write) => send({ type: 'choice.changed', write })}
          onDecided={(decided) => send({ type: 'action.chosen', action: decided })}
          onClose={() => send({ type: 'group.closed' })}
        />
      )}
    </div>
  )
}

type Snapshot = SnapshotFrom<typeof mergingMachine>

function toPreview(snapshot: Snapshot): PreviewState {
  const { preview, reason } = snapshot.context
  if (preview) return { kind: 'previewed', preview }
  return snapshot.matches({ comparing: 'unpreviewed' })
    ? { kind: 'unpreviewed', reason }
    : { kind: 'previewing' }
}

function firstChoice({ people, pairs }: DuplicateGroup): ChosenFields {
  const [pair] = pairs
  const ids = pair ? [pair.person_id, pair.other_id] : people.slice(0, 2).map(({ id }) => id)
  const keepId = likelySurvivor(people.filter(({ id }) => ids.includes(id)))
  return { ids, keepId, fields: {}, signInsChecked: false, contactsChecked: false }
}

function formatDone(action: MergeAction): string {
  if (action.kind === 'merge') return 'Merged. You can undo this under “Recent merges”.'
  if (action.kind === 'undo')
    return `Merge undone. ${action.merge.merged.full_name} has a separate record again.`
  return action.kind === 'separate'
    ? 'Marked as different people. You can undo this under “Different people”.'
    : 'Undone. We will list them again if they look alike.'
}

type DuplicateGroupCardProps = { group: DuplicateGroup; busy: boolean; onOpen: () => void }

function DuplicateGroupCard({ group, busy, onOpen }: DuplicateGroupCardProps) {
  const { people, size } = group
  const [first] = people
  return (
    <li className="card flex flex-col gap-3">
      <div>
        <h2 className="heading-3 wrap-anywhere">{first?.full_name}</h2>
        <p>{formatLikeness(group)}</p>
      </div>
      <ul className="flex flex-col gap-2">
        {people.map((person) => (
          <li key={person.id} className="wrap-anywhere">
            <span className="font-semibold">{formatComparedRecord(person)}</span>
            <br />
            {formatIdentity(person)}
            {person.email && (
              <>
                , <Email address={person.email} />
              </>
            )}
            {person.unverified.length > 0 && (
              <>
                <br />
                {formatUnverified(person)}
              </>
            )}
          </li>
        ))}
      </ul>
      {size > people.length && (
        <p>And {size - people.length} more. We show them when you have dealt with these.</p>
      )}
      <div>
        <Button look="secondary" small unavailable={busy} onClick={onOpen}>
          Compare <span className="visually-hidden">records of {first?.full_name}</span>
        </Button>
      </div>
    </li>
  )
}

type MergesListProps = {
  undoing: number | null
  busy: boolean
  onUndo: (merge: Merge) => void
}

function MergesList({ undoing, busy, onUndo }: MergesListProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const query = useQuery(mergesQuery(api))
  if (query.error) {
    return <QueryStatus query={query} what="recent merges" />
  }
  const merges = query.data?.results ?? []
  if (merges.length === 0) return null
  return (
    <section aria-label="Recent merges" className="flex flex-col gap-3">
      <h2 className="heading-2">Recent merges</h2>
      <ul className="flex flex-col gap-3">
        {merges.map((merge) => (
          <TakeBackRow
            key={merge.id}
            what={
              merge.undone_at
                ? null
                : `the merge of ${merge.merged.full_name}, number ${merge.merged.id}`
            }
            pending={undoing === merge.id}
            busy={busy}
            onTakeBack={() => onUndo(merge)}
          >
            {merge.merged.full_name} (number {merge.merged.id}) into {merge.kept.full_name} (number{' '}
            {merge.kept.id}), {formatDateTime(merge.at, timeZone)}
            {merge.by && `, by ${merge.by.full_name}`}
            {merge.undone_at && `. Undone ${formatDateTime(merge.undone_at, timeZone)}`}
          </TakeBackRow>
        ))}
      </ul>
    </section>
  )
}

/** The record to keep unless somebody says otherwise: who signs in, has more appointments, is older. */
function likelySurvivor(people: readonly ComparedPerson[]): number {
  const weight = (one: ComparedPerson) => [
    Number(one.works_here),
    Number(one.has_account),
    Number(!one.is_guest),
    Number(one.is_active),
    one.appointments,
    -one.id,
  ]
  const [first] = people.toSorted((a, b) => {
    const [one, other] = [weight(a), weight(b)]
    const place = one.findIndex((value, index) => value !== other[index])
    return place < 0 ? 0 : (other[place] ?? 0) - (one[place] ?? 0)
  })
  return first?.id ?? 0
}

const DUPLICATES_PAGE_SIZE = 20

const LATEST_MERGES = 20

function groupsQuery(api: ApiClient, address: URLSearchParams) {
  const query = {
    ...picked(address, ['page']),
    page_size: String(parseListPage(address, DUPLICATES_PAGE_SIZE).pageSize),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['duplicates', 'groups', query],
    queryFn: ({ signal }): Promise<Page<DuplicateGroup>> =>
      api.call('GET admin/potential-duplicate-users/', { query, signal }),
  })
}

const mergesQuery = (api: ApiClient) =>
  queryOptions({
    ...keepShown,
    queryKey: ['duplicates', 'merges'],
    queryFn: async ({ signal }): Promise<Page<Merge>> => {
      const query = { page_size: LATEST_MERGES }
      const key = 'GET admin/potential-duplicate-users/merges/'
      return await api.call(key, { query, signal })
    },
  })
