import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api/api-error.ts'
import { fileAddress } from '#lib/api/client.ts'
import type { AuditEvent } from '#lib/contract/audit.ts'
import {
  auditActionGroups,
  auditActions,
  auditRoles,
  formatAuditAction,
} from '#lib/contract/audit-actions.ts'
import { formatAuditSubject } from '#lib/contract/audit-subjects.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { formatCalendarDate, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { useApi } from '../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { Button } from '../ui/Button.tsx'
import { DownloadLink } from '../ui/DownloadLink.tsx'
import { AddressForm } from '../ui/form/AddressForm.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../ui/form/TextField.tsx'
import { saidIn } from '../ui/table/list-address.ts'
import { PagedTable } from '../ui/table/PagedTable.tsx'
import type { RowDetails, TableColumn } from '../ui/table/table-column.ts'
import { type AddressQuery, type QueryChanges, useAddressQuery } from '../ui/use-address-query.ts'
import {
  type AuditFilter,
  auditQuery,
  fromTheStart,
  only,
  parseAuditFilters,
} from './audit-query.ts'

const subjectName = ({ id, full_name }: NonNullable<AuditEvent['actor']>) =>
  full_name || `Person ${id}`

type AuditTrailProps = ScreenIslandProps & {
  mayDownload: boolean
}

export function AuditTrail({ api: injected, ...props }: AuditTrailProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected}>
      <AuditScreen {...props} />
    </SignedInIsland>
  )
}

type AuditScreenProps = {
  settings: PublicSettings
  search: string
  mayDownload: boolean
}

function AuditScreen({ settings, search, mayDownload }: AuditScreenProps) {
  const api = useApi()
  const { timeZone, apiBase } = settings
  const address = useAddressQuery(search)
  const query = useQuery(auditQuery(api, address.query))
  const columns = auditColumns(address.linkWith, timeZone)
  const lines = query.data?.results ?? []
  const newest = query.isPlaceholderData ? null : (lines[0]?.sequence ?? null)
  const filters = parseAuditFilters(address.query)
  const upTo = address.query.get('up_to')
  const refused = query.error instanceof ApiError ? query.error.fields : {}

  return (
    <div className="flex flex-col gap-6" data-view-only>
      <AuditFilterForm address={address} errors={refused} />
      <ChosenFilters address={address} lines={lines} />
      <PagedTable
        name="audit"
        label="Audit trail"
        columns={columns}
        query={query}
        address={address}
        nouns={['entry', 'entries']}
        anchor={{ up_to: upTo ?? newest }}
        keyOf={(event) => event.sequence}
        empty="No entries match these filters."
        details={details}
        toolbar={
          <>
            {upTo ? (
              <p>
                Entries after {upTo} are hidden so that the pages do not change.{' '}
                <a className="link" {...address.linkWith({ up_to: null, page: null })}>
                  Show the newest entries
                </a>
              </p>
            ) : (
              <Button
                look="quiet"
                small
                pending={query.isFetching}
                onClick={() => void query.refetch()}
              >
                Refresh
              </Button>
            )}
            {mayDownload && (
              <DownloadLink
                href={fileAddress(apiBase, 'GET admin/auditevents/export/', { query: filters })}
              >
                Download CSV
              </DownloadLink>
            )}
          </>
        }
      />
    </div>
  )
}

const details: RowDetails<AuditEvent> = {
  nameOf: ({ sequence }) => `entry ${sequence}`,
  content: AuditDetails,
}

type ChosenFiltersProps = { address: AddressQuery; lines: readonly AuditEvent[] }

function ChosenFilters({ address, lines }: ChosenFiltersProps) {
  const { query } = address
  const person = query.get('person_id')
  const patient = query.get('patient_id')
  const kind = query.get('subject_type')
  const record = query.get('subject_id')
  const chosen: { text: string; without: QueryChanges }[] = []
  // The address has numbers only: a name would stay in the history of the browser.
  if (person) {
    const known = lines.find(({ actor }) => String(actor?.id) === person)?.actor
    chosen.push({
      text: `Done by ${known ? subjectName(known) : `person ${person}`}`,
      without: { person_id: null },
    })
  }
  if (patient) {
    const known = lines.find((line) => String(line.patient?.id) === patient)?.patient
    chosen.push({
      text: `About ${known ? subjectName(known) : `person ${patient}`}`,
      without: { patient_id: null },
    })
  }
  if (kind) {
    chosen.push({
      text: formatAuditSubject(kind, Number(record) || 0),
      without: { subject_type: null, subject_id: null },
    })
  }
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap gap-3">
      {chosen.map(({ text, without }) => (
        <li key={text} className="flex max-w-full items-center gap-3 rounded-md bg-tint pl-3">
          <span className="min-w-0 font-semibold wrap-anywhere">{text}</span>
          <a
            className="button button-quiet button-small"
            {...address.linkWith({ ...without, ...fromTheStart })}
          >
            Remove <span className="visually-hidden">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function auditColumns(
  linkWith: AddressQuery['linkWith'],
  timeZone: string,
): TableColumn<AuditEvent>[] {
  const when = ({ at }: AuditEvent) => (
    <time dateTime={at}>
      {formatCalendarDate(plainDateAt(at, timeZone))}, {formatTime(at, timeZone)}
    </time>
  )
  const who = ({ actor }: AuditEvent) =>
    actor && (
      <a className="cell-link" {...linkWith(only({ person_id: actor.id }))}>
        {subjectName(actor)} <span className="visually-hidden">(everything they did)</span>
      </a>
    )
  const record = ({ subject_type, subject_id }: AuditEvent) =>
    subject_id === 0 ? (
      formatAuditSubject(subject_type, subject_id)
    ) : (
      <a className="cell-link" {...linkWith(only({ subject_type, subject_id }))}>
        {formatAuditSubject(subject_type, subject_id)}{' '}
        <span className="visually-hidden">(everything about this record)</span>
      </a>
    )
  const patient = ({ patient: whose }: AuditEvent) =>
    whose && (
      <a className="cell-link" {...linkWith(only({ patient_id: whose.id }))}>
        {subjectName(whose)}{' '}
        <span className="visually-hidden">(everything about this patient)</span>
      </a>
    )
  return [
    { name: 'when', label: 'When', cell: when, width: 16.5, heading: true },
    { name: 'who', label: 'Who', cell: who, width: 11 },
    { name: 'role', label: 'Acting as', cell: (event) => auditRoles[event.actor_role], width: 8 },
    { name: 'what', label: 'What', cell: (event) => formatAuditAction(event.action), width: 16 },
    { name: 'record', label: 'Record', cell: record, width: 11 },
    { name: 'patient', label: 'Patient', cell: patient, width: 11 },
    {
      name: 'source',
      label: 'Source',
      cell: (event) => event.source,
      width: 10,
      hiddenAtFirst: true,
    },
    {
      name: 'line',
      label: 'Entry',
      cell: (event) => event.sequence,
      width: 7,
      hiddenAtFirst: true,
    },
  ]
}

const FIELDS = ['action', 'actor_role', 'from', 'to'] as const satisfies readonly AuditFilter[]

type AuditFilterFormProps = {
  address: AddressQuery
  errors: FieldErrors
}

function AuditFilterForm({ address, errors }: AuditFilterFormProps) {
  const said = saidIn(address.query, FIELDS)
  return (
    <AddressForm
      label="Filter the audit trail"
      idPrefix="audit"
      address={address}
      said={said}
      errors={errors}
      changes={fromTheStart}
      cleared={only({})}
    >
      {(field) => (
        <>
          <div className="min-w-0 grow basis-72">
            <SelectField
              {...field('action')}
              label="What happened"
              choices={withOther(actionChoices, said.action)}
            />
          </div>
          <div className="grow basis-40">
            <SelectField
              {...field('actor_role')}
              label="Acting as"
              choices={withOther(roleChoices, said.actor_role)}
            />
          </div>
          <TextField {...field('from')} {...ANY_DAY} label="From" />
          <TextField {...field('to')} {...ANY_DAY} label="To" />
        </>
      )}
    </AddressForm>
  )
}

type Choice = { value: string; label: string }

const actionChoices: Choice[] = [
  { value: '', label: 'Anything' },
  ...Object.entries(auditActionGroups).flatMap(([group, text]) => [
    { value: group, label: `${text}: anything` },
    ...Object.entries(auditActions)
      .filter(([action]) => action.startsWith(`${group}.`))
      .map(([value, label]) => ({ value, label })),
  ]),
]
const roleChoices: Choice[] = [
  { value: '', label: 'Anyone' },
  ...Object.entries(auditRoles).map(([value, label]) => ({ value, label })),
]

/** What an address asks for is shown as chosen, also where there are no words for it. */
const withOther = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]

function AuditDetails({ change, sequence, at, source, request_id, action }: AuditEvent) {
  const entries = [
    ...Object.entries(change).map(([name, value]) => [formatFieldName(name), formatValue(value)]),
    ['Exact time', at],
    ['Source', source || 'Not known'],
    ['Request', request_id || 'None'],
    ['Action name', action],
    ['Entry', String(sequence)],
  ]
  return (
    <dl className="summary-list">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const formatFieldName = (name: string) => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ') || 'None'
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([name, part]) => `${name.replaceAll('_', ' ')}: ${formatValue(part)}`,
    )
    return parts.join('; ') || 'None'
  }
  return String(value)
}
