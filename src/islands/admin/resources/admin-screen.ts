import type { ComponentType, ReactNode } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type {
  AdminRecord,
  AnyAdminResource,
  Reference,
} from '#lib/contract/admin/admin-resource.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'

type ScreenColumn = {
  field: string
  label?: string
  width: number
  hiddenAtFirst?: boolean
  /** The value itself is not what people read; instants are by the clinic's clock. */
  cell?: (record: AdminRecord, clinic: { timeZone: string }) => ReactNode
}

export type ScreenField = {
  field: string
  kind:
    | 'text'
    | 'sentence'
    | 'paragraph'
    | 'template'
    | 'message'
    | 'email'
    | 'tel'
    | 'date'
    | 'checkbox'
    | 'number'
    | 'times'
    | 'degrees'
    | 'money'
    | 'prices'
    | 'select'
    /** Several of the `choices` are joined by commas until they are sent. */
    | 'choices'
    | 'form'
    | 'reference'
    | 'references'
    | 'permissions'
    | 'permissionIds'
  hint?: string
  choices?: readonly { value: string | number | null; label: string }[]
  /** It stays what it was once the record is made. */
  fixed?: boolean
  rows?: number
  later?: boolean
  /** It is asked afresh with every edit, whatever the record has there. */
  afresh?: boolean
  earliest?: string
  width?: string
}

type ScreenSection = {
  title?: string
  hint?: string
  columns?: 2
  /** It is only for whoever holds it; of others the values are sent as they were. */
  only?: ScreenRight
  /** It is an address that can be looked up, and these are its fields. */
  lookup?: 'address'
  fields: readonly ScreenField[]
}

/** A part of a screen can take these beyond the permissions of its resource. */
type ScreenRight = Permission | 'superuser'

type ChoiceFilter = {
  kind?: 'choice'
  name: string
  label: string
  choices: readonly { value: string; label: string }[]
  only?: never
}

export type ReferenceFilter = {
  kind: 'reference'
  name: string
  label: string
  /** It is needed where the definition has no reference of this name. */
  from?: Pick<Reference, 'from' | 'label'>
  only: ScreenRight
}

export type PeriodFilter = {
  kind: 'period'
  name: string
  names?: readonly [from: string, to: string]
  label: string
  only?: never
}

export type TextFilter = { kind: 'text'; name: string; label: string; only?: never }

type ScreenFilter = ChoiceFilter | ReferenceFilter | PeriodFilter | TextFilter

export type ScreenTool = {
  name: string
  label: string
  load: () => Promise<ComponentType<ScreenToolProps>>
}

export type ScreenToolProps = {
  settings: PublicSettings
  screen: AdminScreen
  /** Opens a record in its place, and closing that comes back; null for who may only read. */
  onOpen: ((id: number) => void) | null
  onChanged: () => void
  onClose: () => void
}

/** It changes many records by a call of its own: those that are selected, or all that match. */
export type ManyTool = {
  label: string
  only: ScreenRight
  load: () => Promise<ComponentType<ManyToolProps>>
}

export type ManyToolProps = {
  records: readonly AdminRecord[] | null
  query: URLSearchParams
  onChanged: () => void
  onClose: () => void
}

export type AroundListProps = {
  rights: ScreenRights
  page: Page<AdminRecord> | undefined
  isUsual: boolean
  /** @returns the page as it is now, read again. */
  reload: () => Promise<Page<AdminRecord> | undefined>
  children: ReactNode
}

type RecordExtraProps = { record: AdminRecord; canChange: boolean }
export type RecordTool = {
  name: string
  label: string
  only?: ScreenRight
  /** Its button in a row has this text; `true` is "Show". */
  inRow?: true | string
  isFor?: (record: AdminRecord) => boolean
} & (
  | { load: () => Promise<ComponentType<RecordToolProps>>; href?: never }
  | { href: (record: AdminRecord) => string; load?: never }
)

export type RecordToolProps = {
  settings: PublicSettings
  record: AdminRecord
  onClose: () => void
}

export type AdminScreen = {
  of: AnyAdminResource
  lead: string
  columns: readonly ScreenColumn[]
  sections: readonly ScreenSection[]
  filters: readonly ScreenFilter[]
  /** It replaces the API's order where the address says none. */
  order?: string
  opensWith?: (today: string) => Record<string, string>
  /** It is the page that has a record, where it is not the dialog of this screen. */
  pageOf?: (record: AdminRecord) => string
  tools?: readonly ScreenTool[]
  Around?: ComponentType<AroundListProps>
  pageSize?: number
  /**
   * It stands below the form of a stored record and has calls of its own, such as for an image. It
   * is made by `lateComponent`, so that it is fetched where it is shown.
   */
  extra?: ComponentType<RecordExtraProps>
  changesOthers?: boolean
  recordTools?: readonly RecordTool[]
  many?: ManyTool
  /** Its dialog fills the window, and holds a form of its own: Enter in a field does not save. */
  fullScreen?: boolean
  /** Staff may be about to make somebody who is there: they choose one, or make another. */
  similar?: {
    find: (api: ApiClient, written: Readonly<Record<string, unknown>>) => Promise<AdminRecord[]>
    formatMatch: (record: AdminRecord) => string
    why: (record: AdminRecord) => string
  }
  onSaved?: (record: AdminRecord) => void
  /** A new record needs it next. It is made by `lateComponent`, as `extra`. */
  afterAdding?: ComponentType<RecordToolProps>
}

export type ScreenRights = {
  add: boolean
  change: boolean
  delete: boolean
  export: boolean
  holds?: readonly ScreenRight[]
}

export const requestedRights = ({
  sections,
  filters,
  recordTools = [],
  many,
}: AdminScreen): ScreenRight[] => [
  ...new Set(
    [...sections, ...filters, ...recordTools, ...(many ? [many] : [])].flatMap(
      ({ only }) => only ?? [],
    ),
  ),
]

export const isScreenOffered = ({ holds = [] }: ScreenRights, { only }: { only?: ScreenRight }) =>
  only === undefined || holds.includes(only)

export const screenFields = ({ sections }: AdminScreen): readonly ScreenField[] =>
  sections.flatMap(({ fields }) => fields)

export const screenFieldLabel = ({ of }: AdminScreen, field: string): string =>
  of.labels[field] ?? field
