import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AdminRecord, AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { BulkResult } from '#lib/contract/admin/bulk.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { Resolved } from '#machines/orphaned/change-saving.machine.ts'
import { useApi } from '../../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { notifyResolved } from '../../orphaned/notify-resolved.ts'
import { Button } from '../../ui/Button.tsx'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { useFocusAfterDialog } from '../../ui/dialog/use-focus-after-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { keepShown } from '../../ui/form/at-once.ts'
import { lateComponent } from '../../ui/late-component.tsx'
import { picked } from '../../ui/table/list-address.ts'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import { useRowSelection } from '../../ui/table/use-row-selection.ts'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { useLatePart } from '../../ui/use-late-part.ts'
import {
  type AdminScreen,
  isScreenOffered,
  type ManyTool,
  type ManyToolProps,
  type ScreenRights,
  type ScreenTool,
} from './admin-screen.ts'
import { offeredAtOnce } from './format-bulk.ts'
import { toolColumns } from './RecordTools.tsx'
import { ResourceFilters } from './ResourceFilters.tsx'
import { resourceColumns } from './resource-columns.tsx'
import { restoreRecord } from './restore-record.ts'
import { ScreenTools } from './ScreenTools.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { screenNamed } from './screens.ts'

const RecordDialog = lateComponent(async () => (await import('./RecordDialog.tsx')).RecordDialog)

type AdminAreaProps = ScreenIslandProps & {
  name: string
  rights: ScreenRights
}

export function AdminArea({ settings, name, rights, search, api: injected }: AdminAreaProps) {
  const screen = screenNamed(name)
  if (!screen) return null
  return (
    <SignedInIsland settings={settings} api={injected}>
      <ResourceScreen {...{ settings, screen, rights, search }} />
    </SignedInIsland>
  )
}

type ResourceScreenProps = {
  settings: PublicSettings
  screen: AdminScreen
  rights: ScreenRights
  search: string
}

function ResourceScreen({ settings, screen, rights, search }: ResourceScreenProps) {
  const api = useApi()
  const { of } = screen
  const address = useAddressQuery(search)
  const queries = useQueryClient()
  const listQuery = resourceListQuery(api, screen, address.query)
  const query = useQuery(listQuery)
  const [open, show] = useState<{ id: number | null } | null>(null)
  const [added, setAdded] = useState<AdminRecord | null>(null)
  const isForReading = !rights.change && !rights.delete
  const setOpen = (next: typeof open) => {
    show(next)
    address.go({ record: next?.id ?? null }, { replaces: true })
  }
  const linked = Number(address.query.get('record'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the page was asked for
  useEffect(() => {
    if (!isForReading && Number.isInteger(linked) && linked > 0) show({ id: linked })
  }, [])
  const openRecord = isForReading ? null : (id: number) => setOpen({ id })
  const columns = [
    ...resourceColumns(screen, settings, openRecord),
    ...toolColumns(screen, rights, { settings }),
  ]
  const readAgain = () => void queries.invalidateQueries({ queryKey: [of.path] })
  const { timeZone } = settings
  const saved = (record: AdminRecord, before: AdminRecord | null, resolved: Resolved) => {
    screen.onSaved?.(record)
    showSaved(queries, of, record)
    if (screen.changesOthers) readAgain()
    setOpen(null)
    if (!before) setAdded(record)
    const restore = before && {
      done: `The ${of.name} is as it was`,
      run: () => restoreRecord(api, of, before, record),
    }
    const done = `The ${of.name} has been ${before ? 'saved' : 'added'}.`
    notifyResolved(done, { api, timeZone, resolved, restore, onUndone: readAgain })
  }
  const lines = useRef<HTMLDivElement>(null)
  const tookAway = useFocusAfterDialog(() => lines.current?.querySelector('section'))
  const file = exportedQuery(screen, address.query)
  const fileAddress = (params: URLSearchParams) =>
    `${settings.apiBase}/admin/${of.path}/export/${params.size > 0 ? `?${params}` : ''}`
  const rows = query.data?.results
  const narrowed = narrowedBy(of, address.query)
  const { rows: selected, ...selection } = useRowSelection(narrowed, query.error ? undefined : rows)
  const gone = () => {
    readAgain()
    const isIt = ({ id }: AdminRecord) => id === open?.id
    selection.onSelect(selected.filter(isIt), false)
    tookAway()
    setOpen(null)
  }
  const { Around = Plain, afterAdding: AfterAdding } = screen
  const many = screen.many && isScreenOffered(rights, screen.many) ? screen.many : null
  const bulkRequest = {
    query: new URLSearchParams(narrowed),
    onChanged: () => {
      selection.onSelect(selected, false)
      readAgain()
    },
  }
  return (
    <div className="flex flex-col gap-6">
      <div data-view-only>
        <ResourceFilters {...{ screen, rights, address }} />
      </div>
      <div ref={lines} className="flex flex-col gap-6" data-view-only>
        <Around
          rights={rights}
          page={query.data}
          isUsual={file.size === 0}
          reload={async () => {
            await queries.invalidateQueries({ queryKey: [of.path] })
            return queries.getQueryData(listQuery.queryKey)
          }}
        >
          <PagedTable
            name={of.path}
            label={of.many.charAt(0).toUpperCase() + of.many.slice(1)}
            nouns={[of.name, of.many]}
            columns={columns}
            keyOf={({ id }) => id}
            selection={
              isSelectable(of, rights) || many
                ? { ...selection, nameOf: (record) => String(record[of.namedBy]) }
                : undefined
            }
            query={query}
            address={address}
            usualOrder={screen.order ?? of.defaultOrder}
            usualSize={screen.pageSize}
            empty={describeNothing(screen, narrowed)}
            toolbar={
              <>
                {rights.add && <Button onClick={() => setOpen({ id: null })}>Add {of.name}</Button>}
                {rights.export && (
                  <DownloadLink href={fileAddress(file)}>Download CSV</DownloadLink>
                )}
                {many && query.data && query.data.count > 0 && (
                  <ManyButton
                    {...bulkRequest}
                    tool={many}
                    label={`${many.label} all that match`}
                    look="secondary"
                    records={null}
                  />
                )}
                <ScreenTools
                  {...{ settings, screen }}
                  tools={screenTools(screen, rights)}
                  isCovered={open !== null}
                  onOpen={openRecord}
                  onChanged={readAgain}
                />
              </>
            }
          />
        </Around>
        <SelectionBar
          {...{ of, rights }}
          records={selected}
          many={
            many && (
              <ManyButton {...bulkRequest} tool={many} label={many.label} records={selected} />
            )
          }
          here={rows?.filter(selection.isSelected).length ?? 0}
          fileAddress={(ids) => fileAddress(new URLSearchParams([...file, ['ids', ids.join()]]))}
          onClear={() => selection.onSelect(selected, false)}
          onTried={(results) => {
            readAgain()
            selection.onSelect(findSettled(selected, results), false)
          }}
          onEmptied={tookAway}
        />
      </div>
      {open && (
        <RecordDialog
          settings={settings}
          screen={screen}
          rights={rights}
          id={open.id}
          onClose={() => setOpen(null)}
          onSaved={saved}
          onDeleted={(resolved) => {
            gone()
            const done = `The ${of.name} has been deleted.`
            notifyResolved(done, { api, timeZone, resolved, restore: null, onUndone: readAgain })
          }}
          onGone={gone}
        />
      )}
      {added && rights.change && AfterAdding && (
        <AfterAdding settings={settings} record={added} onClose={() => setAdded(null)} />
      )}
    </div>
  )
}

function describeNothing({ of, filters }: AdminScreen, narrowed: string): string {
  if (narrowed === '') return `There are no ${of.many}.`
  const what = filters.length > 0 ? 'the search or the filters' : 'the search'
  return `There are no ${of.many} that match. Change ${what}, or clear all.`
}

const findSettled = (records: readonly AdminRecord[], results: readonly BulkResult[]) =>
  records.filter((record) => {
    const result = results.find(({ id }) => id === record.id)
    return result && (result.outcome !== 'refused' || result.code === 'not_found')
  })

const isSelectable = (of: AnyAdminResource, rights: ScreenRights) =>
  rights.export || Object.keys(offeredAtOnce(of, rights)).length > 0

const Plain = ({ children }: { children: ReactNode }) => children

const screenTools = (
  { of, tools = [] }: AdminScreen,
  rights: ScreenRights,
): readonly ScreenTool[] =>
  of.imports && rights.add && rights.change ? [...tools, importTool] : tools

const importTool: ScreenTool = {
  name: 'import',
  label: 'Import CSV',
  load: async () => (await import('./ImportDialog.tsx')).ImportDialog,
}

type ManyButtonProps = Pick<ManyToolProps, 'records' | 'query' | 'onChanged'> & {
  tool: ManyTool
  label: string
  look?: 'secondary'
}

function ManyButton({ tool, label, look, records, ...rest }: ManyButtonProps) {
  // They are those that it was opened with, because the list may be read again meanwhile.
  const [opened, setOpened] = useState<Pick<ManyToolProps, 'records'> | null>(null)
  const { part: Part, ...late } = useLatePart(tool.load, () =>
    notify('This could not be loaded. Check your connection and try again.', { kind: 'failed' }),
  )
  return (
    <>
      <Button
        small
        {...(look && { look })}
        pending={late.isLoading}
        onClick={() => late.open(() => setOpened({ records }))}
      >
        {label}
      </Button>
      {opened && Part && <Part {...rest} {...opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const narrowedBy = (of: AnyAdminResource, address: URLSearchParams) =>
  new URLSearchParams(picked(address, ['search', ...Object.keys(of.filters)])).toString()

/** Replaces the row of a saved record; a list that does not have it is read again. */
function showSaved(queries: QueryClient, of: AnyAdminResource, saved: AdminRecord): void {
  let isShown = false
  queries.setQueriesData<Page<AdminRecord>>({ queryKey: [of.path] }, (page) => {
    if (!page?.results.some(({ id }) => id === saved.id)) return page
    isShown = true
    return { ...page, results: page.results.map((row) => (row.id === saved.id ? saved : row)) }
  })
  if (!isShown) void queries.invalidateQueries({ queryKey: [of.path] })
}

const filterNames = (of: AnyAdminResource) => ['search', 'ordering', ...Object.keys(of.filters)]

const exportedQuery = (
  { of, order }: Pick<AdminScreen, 'of' | 'order'>,
  address: URLSearchParams,
) => new URLSearchParams({ ...usual(order), ...picked(address, filterNames(of)) })

const usual = (order: string | undefined) => (order === undefined ? {} : { ordering: order })

function resourceListQuery(
  api: ApiClient,
  { of, pageSize, order }: Pick<AdminScreen, 'of' | 'pageSize' | 'order'>,
  address: URLSearchParams,
) {
  const query = {
    ...(pageSize !== undefined && { page_size: String(pageSize) }),
    ...usual(order),
    ...picked(address, [...filterNames(of), 'page', 'page_size']),
  }
  return queryOptions({
    ...keepShown,
    queryKey: [of.path, query],
    queryFn: ({ signal }) => resourceClient(api, of).list(query, signal),
  })
}
